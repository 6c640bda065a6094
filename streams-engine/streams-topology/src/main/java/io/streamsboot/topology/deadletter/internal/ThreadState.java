package io.streamsboot.topology.deadletter.internal;

import org.jspecify.annotations.Nullable;

/** What one stream thread is doing. Written and read by that thread alone. */
final class ThreadState {

    final Thread thread;

    /** Counts what happens: records that reach a node, records that reach the producer. */
    long activity;

    /** The source record that is being processed. */
    @Nullable String topic;

    int partition = -1;
    long offset = -1;

    /** Time spent on tries in place since the consumer was last heard of. */
    long retryNanos;

    /** The failure for which no try in place is left. */
    @Nullable Throwable exhausted;

    /** Whether the last failure in user code followed another one of the same node, with no success between. */
    boolean inARow;

    /** Whether the record that the producer was given last is a dead letter. */
    boolean lastIsDeadLetter;

    private @Nullable String lastFailureTopic;
    private int lastFailurePartition;
    private long lastFailureOffset;

    ThreadState(Thread thread) {
        this.thread = thread;
    }

    boolean isAt(@Nullable String otherTopic, int otherPartition, long otherOffset) {
        return offset == otherOffset && partition == otherPartition && topic != null && topic.equals(otherTopic);
    }

    /** Whether a failure is that of the record after the last one that failed, or of the same. Markers leave gaps of one. */
    boolean followsLastFailure(LetterFactory.Spot spot) {
        boolean follows = spot.topic() != null
                && spot.topic().equals(lastFailureTopic)
                && spot.partition() == lastFailurePartition
                && spot.offset() >= lastFailureOffset
                && spot.offset() <= lastFailureOffset + 2;
        lastFailureTopic = spot.topic();
        lastFailurePartition = spot.partition();
        lastFailureOffset = spot.offset();
        return follows;
    }
}
