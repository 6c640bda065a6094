package io.streamsboot.workflow.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.options.Order;
import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** When a partition has enough to do, and when it has not. */
class DispatchTests {

    private static final int IN_FLIGHT = 8;

    private final Deque<Work> started = new ArrayDeque<>();
    private final Partition partition = new Partition(new TopicPartition("in", 0), 1);
    private final Dispatch dispatch = new Dispatch(
            WorkflowDefinition.builder("w")
                    .from("in", RecordCodec.bytes())
                    .to("out", RecordCodec.bytes())
                    .handler((value, context) -> value),
            new Starts(),
            new Counters(),
            new HoldLog("w", () -> 0));

    @Test
    void aLotThatCouldBeginIsEnough() {
        partition.open = true;
        come(999, 1_000_000);
        assertThat(partition.saturated).isFalse();
        come(1_000, 1_000_000);
        assertThat(partition.saturated).isTrue();
        for (int i = 0; i < 1_000; i++) {
            end(started.remove());
        }
        assertThat(partition.saturated).isFalse();
    }

    @Test
    void whatWaitsForAKeyIsNeverEnough() {
        partition.open = true;
        come(10_000, 1);
        assertThat(started).hasSize(1);
        assertThat(partition.saturated).isFalse();
    }

    @Test
    void nothingBeginsWhileMoreIsFinishedThanCanBeSent() {
        partition.open = true;
        partition.behind = true;
        come(10, 10);
        assertThat(started).isEmpty();
        partition.behind = false;
        dispatch.start(List.of(partition));
        assertThat(started).hasSize(IN_FLIGHT);
    }

    private void come(int records, int keys) {
        for (int i = 0; i < records; i++) {
            int number = partition.works.size();
            byte[] key = {(byte) (number % keys), (byte) (number % keys >> 8), (byte) (number % keys >> 16)};
            ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("in", 0, number, key, key);
            Work work = new Work(partition, List.of(record), null, Partition.lanes(Order.KEY, record), 0);
            partition.works.add(work);
            partition.enqueue(work);
        }
        dispatch.start(List.of(partition));
    }

    private void end(Work work) {
        dispatch.ended(work);
        partition.works.remove(work);
        partition.pass(work);
        dispatch.start(List.of(partition));
    }

    private final class Starts implements CoreActions {

        @Override
        public void attempt(Work work) {
            started.add(work);
        }

        @Override
        public void decode(Partition partition, List<ConsumerRecord<byte[], byte[]>> records) {}

        @Override
        public void send(Window window) {}

        @Override
        public void commit(Partition partition, Commit commit) {}

        @Override
        public void after(Duration delay, Runnable task) {}

        @Override
        public void release(Partition partition) {}

        @Override
        public void stop(Work work, Throwable cause) {}

        @Override
        public long nanoTime() {
            return 0;
        }
    }
}
