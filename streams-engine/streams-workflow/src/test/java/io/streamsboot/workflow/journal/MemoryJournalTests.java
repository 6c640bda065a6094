package io.streamsboot.workflow.journal;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.streamsboot.workflow.testing.JournalContract;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class MemoryJournalTests {

    @TestFactory
    Stream<DynamicTest> contract() {
        MemoryJournal journal = new MemoryJournal();
        return new JournalContract(() -> journal, topic -> {})
                .checks().stream()
                        .map(check ->
                                dynamicTest(check.name(), () -> check.body().run()));
    }
}
