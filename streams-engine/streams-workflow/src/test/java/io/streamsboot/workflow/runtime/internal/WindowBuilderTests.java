package io.streamsboot.workflow.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class WindowBuilderTests {

    private static final int RECORDS = 100_000;

    private final Partition partition = new Partition(new TopicPartition("in", 0), 1);

    /** Without outputs nobody asks about topics, and nothing is refused. */
    private final WindowBuilder windows = new WindowBuilder(null, null);

    @Test
    void takesTheRecordThatAllOthersWaitForHoweverManyHaveFinishedBefore() {
        partition.ledger = new OffsetLedger(0, FinishedMap.EMPTY);
        for (int offset = 0; offset < RECORDS; offset++) {
            partition.book().add(offset);
        }
        SplittableRandom random = new SplittableRandom(7);
        for (int offset = 1; offset < RECORDS; offset++) {
            if (random.nextBoolean()) {
                windows.finished(work(offset));
            }
        }
        List<Long> sent = new ArrayList<>();
        for (Window window = next(); window != null; window = next()) {
            send(window, sent);
        }
        assertThat(sent).as("what fits into the commit").isNotEmpty().isSorted();
        assertThat(windows.isEmpty()).as("there is more than fits").isFalse();

        windows.finished(work(0));
        Window window = next();
        assertThat(window).isNotNull();
        assertThat(window.works().get(0).firstOffset()).isZero();
        assertThat(window.commits().get(partition).offset()).isPositive();
    }

    private Window next() {
        return windows.next(0, (work, cause) -> {
            throw new AssertionError(cause);
        });
    }

    private void send(Window window, List<Long> sent) {
        for (Work work : window.works()) {
            sent.add(work.firstOffset());
            partition.book().finish(work.firstOffset());
        }
    }

    private Work work(long offset) {
        return new Work(
                partition, List.of(new ConsumerRecord<>("in", 0, offset, new byte[0], new byte[0])), null, Set.of(), 0);
    }
}
