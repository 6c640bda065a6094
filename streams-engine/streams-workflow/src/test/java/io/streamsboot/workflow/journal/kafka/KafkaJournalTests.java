package io.streamsboot.workflow.journal.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalEntry.StepResult;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.JournalScope;
import io.streamsboot.workflow.testing.JournalContract;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@WithDevBroker
class KafkaJournalTests {

    private final DevBroker broker;

    KafkaJournalTests(DevBroker broker) {
        this.broker = broker;
    }

    @TestFactory
    Stream<DynamicTest> contract() {
        KafkaJournal journal = journal();
        return new JournalContract(() -> journal, topic -> broker.createTopic(topic, 1))
                .checks().stream()
                        .map(check ->
                                dynamicTest(check.name(), () -> check.body().run()))
                        .onClose(journal::close);
    }

    /** Two processes: the one that was followed does not know, and what it writes is not read. */
    @Test
    void doesNotReadWhatAnOwnerWroteAfterItWasFollowed() {
        broker.createTopic("zombie-in", 2);
        JournalScope scope = new JournalScope("w", "g", new TopicPartition("zombie-in", 1), 10);
        try (KafkaJournal one = journal();
                KafkaJournal two = journal()) {
            JournalPartition zombie = one.open(scope);
            append(zombie, "mine");
            JournalPartition owner = two.open(scope);
            append(zombie, "late");
            append(owner, "theirs");
            assertThat(two.open(scope).find("r").toCompletableFuture().join().steps())
                    .containsOnlyKeys("mine", "theirs");
            assertThat(owner.fencingToken()).isGreaterThan(zombie.fencingToken());
        }
    }

    private static void append(JournalPartition partition, String step) {
        partition
                .append(List.of(
                        new Claim("r", 1, 1, 0, 0, List.of()), new StepResult("r", step, 'v', new byte[] {'1'})))
                .toCompletableFuture()
                .join();
    }

    private KafkaJournal journal() {
        return new KafkaJournal(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }
}
