package io.streamsboot.workflow.runtime.internal;

import org.jspecify.annotations.Nullable;

/** What is known about topics that are written to. Answers from memory; asks in the background. Thread-safe. */
interface TopicFacts {

    /**
     * A topic as it is.
     *
     * @param partitions how many partitions it has; 0 if there is no such topic
     * @param maxBytes the largest record batch that it takes
     */
    record Facts(int partitions, long maxBytes) {

        boolean exists() {
            return partitions > 0;
        }
    }

    /** What is known about a topic, or null while that is being found out. */
    @Nullable Facts facts(String topic);

    /** Makes the next question about a topic find out anew. */
    void forget(String topic);
}
