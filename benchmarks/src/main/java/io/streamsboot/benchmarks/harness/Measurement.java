package io.streamsboot.benchmarks.harness;

/**
 * One round of one contestant.
 *
 * @param records records that it processed
 * @param nanos elapsed time in nanoseconds
 * @param processCpuNanos processor time of the whole JVM meanwhile, in nanoseconds: broker, compiler and garbage
 *     collector included
 * @param threadCpuNanos processor time of the threads that did the contestant's work, in nanoseconds
 */
public record Measurement(long records, long nanos, long processCpuNanos, long threadCpuNanos) {

    public Measurement {
        if (records <= 0 || nanos <= 0 || processCpuNanos < 0 || threadCpuNanos < 0) {
            throw new IllegalArgumentException("a round needs records and time, but has " + records + " records, "
                    + nanos + " ns, " + processCpuNanos + " ns of the process, " + threadCpuNanos
                    + " ns of its threads");
        }
    }

    Measurement plus(Measurement other) {
        return new Measurement(
                records + other.records,
                nanos + other.nanos,
                processCpuNanos + other.processCpuNanos,
                threadCpuNanos + other.threadCpuNanos);
    }

    /**
     * Throughput.
     *
     * @return records per second
     */
    public double recordsPerSecond() {
        return records * 1e9 / nanos;
    }

    /**
     * Processor time of the JVM.
     *
     * @return nanoseconds per record
     */
    public double processNanosPerRecord() {
        return (double) processCpuNanos / records;
    }

    /**
     * Processor time of the threads that did the work.
     *
     * @return nanoseconds per record
     */
    public double threadNanosPerRecord() {
        return (double) threadCpuNanos / records;
    }
}
