package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the core asks others to do. Nothing here blocks; answers come back as calls to the core on its thread. */
interface CoreActions {

    /** Does an attempt of a run; answered by {@link Core#attemptEnded}. */
    void attempt(Work work);

    /** Decodes records in their order; answered by {@link Core#decoded}. */
    void decode(Partition partition, List<ConsumerRecord<byte[], byte[]>> records);

    /** Produces a window, and with exactly-once commits it; answered by {@link Core#windowEnded}. One at a time. */
    void send(Window window);

    /** Commits an offset apart from any transaction; answered by {@link Core#committed}. A later one replaces it. */
    void commit(Partition partition, Commit commit);

    /** Calls something in the core after a while. */
    void after(Duration delay, Runnable task);

    /** Has the core pump after a while. */
    default void pumpAfter(Duration delay) {
        after(delay, () -> {});
    }

    /** Lets go of a partition's journal, off the core thread. */
    void release(Partition partition);

    /** A run's failure stops the workflow. */
    void stop(Work work, Throwable cause);

    /** The present, as {@link System#nanoTime()} has it. */
    long nanoTime();
}
