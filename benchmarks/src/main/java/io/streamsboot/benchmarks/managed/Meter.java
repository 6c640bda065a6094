package io.streamsboot.benchmarks.managed;

import io.streamsboot.benchmarks.harness.ProcessorTime;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.jspecify.annotations.Nullable;

/**
 * Counts the records of one round and stops the clock at the first and at the last. All contestants have it as a node of
 * their topology. Written by a single stream thread, read by others once it is finished.
 */
final class Meter {

    /** Name of its node in a topology. */
    static final String NODE = "meter";

    private final long expected;
    private final CountDownLatch finished = new CountDownLatch(1);
    private final AtomicLong progress = new AtomicLong();
    private long seen;
    private volatile @Nullable Thread thread;
    private long startNanos;
    private long startProcessCpu;
    private long startThreadCpu;
    private long threadCpu;

    Meter(long expected) {
        this.expected = expected;
    }

    long expected() {
        return expected;
    }

    /** Records so far, as any thread may ask. */
    long progress() {
        return progress.get();
    }

    /** Processor time of the stream thread so far, in nanoseconds. */
    long threadNanos() {
        Thread present = thread;
        return present == null ? 0 : ProcessorTime.of(present);
    }

    /** Records so far; reliable only after the stream thread has ended. */
    long seen() {
        return seen;
    }

    long startNanos() {
        return startNanos;
    }

    long startProcessCpu() {
        return startProcessCpu;
    }

    /** Processor time of the stream thread from the first record to the last, in nanoseconds. */
    long threadCpu() {
        return threadCpu;
    }

    /** Waits for the last record; true if it came. */
    boolean await(Duration patience) throws InterruptedException {
        return finished.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    FixedKeyProcessor<byte[], byte[], byte[]> processor() {
        return new ContextualFixedKeyProcessor<>() {

            @Override
            public void process(FixedKeyRecord<byte[], byte[]> record) {
                if (seen++ == 0) {
                    start();
                }
                context().forward(record);
                progress.lazySet(seen);
                if (seen == expected) {
                    finish();
                }
            }

            private void start() {
                thread = Thread.currentThread();
                startProcessCpu = ProcessorTime.ofProcess();
                startThreadCpu = ProcessorTime.ofCurrentThread();
                startNanos = System.nanoTime();
            }

            private void finish() {
                // What remains of a commit interval is not work, and its length is chance.
                context().commit();
                threadCpu = ProcessorTime.ofCurrentThread() - startThreadCpu;
                finished.countDown();
            }
        };
    }
}
