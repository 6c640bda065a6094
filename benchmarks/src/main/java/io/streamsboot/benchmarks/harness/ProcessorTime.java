package io.streamsboot.benchmarks.harness;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time that was used so far. Thread-safe. */
public final class ProcessorTime {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ProcessorTime() {}

    /**
     * Time of all threads of this JVM.
     *
     * @return nanoseconds since it started
     */
    public static long ofProcess() {
        return SYSTEM.getProcessCpuTime();
    }

    /**
     * Time of the calling thread.
     *
     * @return nanoseconds since it started
     */
    public static long ofCurrentThread() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /**
     * Time of another thread.
     *
     * @param thread the thread
     * @return nanoseconds since it started, or -1 if it has ended
     */
    @SuppressWarnings("deprecation") // threadId is of Java 19
    public static long of(Thread thread) {
        return THREADS.getThreadCpuTime(thread.getId());
    }
}
