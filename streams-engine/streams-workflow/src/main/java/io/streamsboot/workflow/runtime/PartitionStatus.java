package io.streamsboot.workflow.runtime;

/**
 * A partition in the hands of this process.
 *
 * @param partition its number
 * @param epoch how many assignments there were before this one
 * @param committed the committed offset, or -1
 * @param position the offset that comes next, or -1
 * @param lag records behind the end, by committed offset; -1 if it is not known
 * @param uncommitted records past the committed offset
 * @param running runs in flight
 * @param held runs that wait for something that is not there
 * @param paused whether it takes no records now: not open yet, too many uncommitted, or paused by somebody
 */
public record PartitionStatus(
        int partition,
        long epoch,
        long committed,
        long position,
        long lag,
        long uncommitted,
        int running,
        int held,
        boolean paused) {}
