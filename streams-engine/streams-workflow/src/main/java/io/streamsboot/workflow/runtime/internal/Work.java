package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.run.internal.Output;
import io.streamsboot.workflow.run.internal.Run;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** A run's way through the core, from the arrival of its records to their commit. Belongs to the core thread. */
final class Work {

    /** Where it stands. */
    enum State {
        QUEUED,
        RUNNING,
        RETRYING,
        READY,
        IN_WINDOW,
        DONE
    }

    private final Partition partition;
    private final List<ConsumerRecord<byte[], byte[]>> records;
    private final @Nullable List<@Nullable Object> values;
    private final Set<Object> lanes;
    private final long since;
    private final long firstOffset;

    State state = State.QUEUED;

    /** Its neighbours among the {@link Works} of its partition. */
    @Nullable Work before;

    @Nullable Work after;

    @Nullable Run run;

    @Nullable String heldFor;

    List<Output> outputs = List.of();
    long bytes;
    boolean isDead;
    boolean passed;
    int refusals;
    long notBefore;

    Work(
            Partition partition,
            List<ConsumerRecord<byte[], byte[]>> records,
            @Nullable List<Object> values,
            Set<Object> lanes,
            long since) {
        this.partition = partition;
        this.records = records;
        this.values = values;
        this.lanes = lanes;
        this.since = since;
        this.firstOffset = records.get(0).offset();
    }

    Partition partition() {
        return partition;
    }

    List<ConsumerRecord<byte[], byte[]>> records() {
        return records;
    }

    /** The decoded values, if they were decoded before. */
    @Nullable List<Object> values() {
        return values;
    }

    /** Whose order it keeps: the works of a lane run, and are written, one after the other. */
    Set<Object> lanes() {
        return lanes;
    }

    /** When its first record came, by {@link System#nanoTime()}. */
    long since() {
        return since;
    }

    long firstOffset() {
        return firstOffset;
    }

    @Override
    public String toString() {
        return partition.id() + "@" + firstOffset();
    }
}
