package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.topology.deadletter.DeadLetterTopic;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What is known about topics: names of those for dead letters, partition counts, and what each takes. Thread-safe. */
final class TopicBook {

    static final int UNKNOWN = 0;

    private static final String NO_SOURCE = "";

    private final DeadLetterTopic options;
    private final String application;
    private final String topology;
    private final Set<String> deadLetters = ConcurrentHashMap.newKeySet();
    private final Map<String, String> bySource = new ConcurrentHashMap<>();
    private final Map<String, Integer> partitions = new ConcurrentHashMap<>();
    private final Map<String, Integer> maxBytes = new ConcurrentHashMap<>();
    private volatile int producerMaxBytes = 1 << 20;

    TopicBook(DeadLetterTopic options, String application, String topology) {
        this.options = options;
        this.application = application;
        this.topology = topology;
    }

    /** The topic for dead letters of a source; from then on it is known as one. */
    String deadLettersOf(@Nullable String source) {
        String known = bySource.get(source == null ? NO_SOURCE : source);
        if (known != null) {
            return known;
        }
        String name = options.resolve(application, topology, source);
        deadLetters.add(name);
        bySource.put(source == null ? NO_SOURCE : source, name);
        return name;
    }

    /** The whole name of an internal topic. */
    String internal(String name) {
        return application + "-" + name;
    }

    boolean isDeadLetters(String topic) {
        return deadLetters.contains(topic);
    }

    Set<String> deadLetters() {
        return new TreeSet<>(deadLetters);
    }

    int partitions(@Nullable String topic) {
        return topic == null ? UNKNOWN : partitions.getOrDefault(topic, UNKNOWN);
    }

    void partitions(String topic, int count) {
        partitions.put(topic, count);
    }

    /** What a topic takes, in bytes of a batch; {@link #UNKNOWN} if nobody has asked yet. */
    int maxBytes(String topic) {
        return maxBytes.getOrDefault(topic, UNKNOWN);
    }

    void maxBytes(String topic, int bytes) {
        maxBytes.put(topic, bytes);
    }

    /** What the producer takes, in bytes of a record. */
    int producerMaxBytes() {
        return producerMaxBytes;
    }

    void producerMaxBytes(int bytes) {
        producerMaxBytes = bytes;
    }

    /** What a dead letter may measure. */
    int deadLetterMaxBytes(String topic) {
        int known = maxBytes(topic);
        return known == UNKNOWN ? producerMaxBytes : Math.min(known, producerMaxBytes);
    }

    /**
     * Partition of a dead letter: that of the source if both topics have as many, so that who partitions by rules of his
     * own finds them there.
     *
     * @return the partition, or null to choose it by the key
     */
    @Nullable Integer partition(String deadLetterTopic, @Nullable String source, int partition) {
        int count = partitions(deadLetterTopic);
        return count != UNKNOWN && count == partitions(source) && partition >= 0 && partition < count
                ? partition
                : null;
    }
}
