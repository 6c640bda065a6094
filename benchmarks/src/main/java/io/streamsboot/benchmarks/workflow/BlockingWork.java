package io.streamsboot.benchmarks.workflow;

import java.util.concurrent.locks.LockSupport;

/** Work that waits for another system. */
final class BlockingWork {

    static final long NANOS = 10_000_000;

    private BlockingWork() {}

    static void run() {
        long end = System.nanoTime() + NANOS;
        for (long left = NANOS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
