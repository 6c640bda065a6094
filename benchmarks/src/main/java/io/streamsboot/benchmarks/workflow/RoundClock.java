package io.streamsboot.benchmarks.workflow;

import io.streamsboot.benchmarks.harness.Measurement;
import io.streamsboot.benchmarks.harness.ProcessorTime;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The time of a round, from the first record on. Thread-safe. */
final class RoundClock {

    private static final long PATIENCE_NANOS = 180_000_000_000L;
    private static final long LOOK_NANOS = 10_000_000;

    private final AtomicBoolean begun = new AtomicBoolean();
    private final LongAdder handled = new LongAdder();
    private volatile long begin;
    private volatile long cpu;

    /** A record is in the hands of the contestant's code. */
    void begins() {
        if (!begun.get() && begun.compareAndSet(false, true)) {
            cpu = ProcessorTime.ofProcess();
            begin = System.nanoTime();
        }
    }

    /** The contestant's code has done with a record. */
    void handled() {
        handled.increment();
    }

    long count() {
        return handled.sum();
    }

    /** Waits for the end. Only the processor time of the whole JVM is known, which stands for both. */
    Measurement await(long records, BooleanSupplier done) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!done.getAsBoolean() || handled.sum() < records) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("only " + handled.sum() + " of " + records + " records were done");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        long nanos = System.nanoTime() - begin;
        long spent = ProcessorTime.ofProcess() - cpu;
        return new Measurement(records, nanos, spent, spent);
    }
}
