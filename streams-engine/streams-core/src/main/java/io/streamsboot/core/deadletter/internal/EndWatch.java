package io.streamsboot.core.deadletter.internal;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Tells where topics of dead letters, and the marks beside them, begin and end, so that only those are read that have
 * changed. Keeps one client while it is used. Thread-safe; blocks.
 */
public final class EndWatch implements AutoCloseable {

    private static final int TIMEOUT_MS = 10_000;

    private final LetterClients clients;
    private @Nullable Admin admin;

    /**
     * A watch.
     *
     * @param clients makes its client
     */
    public EndWatch(LetterClients clients) {
        this.clients = clients;
    }

    /**
     * Looks at topics.
     *
     * @param topics topics of dead letters
     * @return by topic a text that changes when the topic or its marks do
     * @throws ExecutionException if the cluster refuses or does not answer
     * @throws InterruptedException if the thread is interrupted
     */
    public synchronized Map<String, String> look(Collection<String> topics)
            throws ExecutionException, InterruptedException {
        Set<String> names = new TreeSet<>(topics);
        topics.forEach(topic -> names.add(MarkLog.nameOf(topic)));
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        Map<TopicPartition, OffsetSpec> begins = new HashMap<>();
        for (var described : client().describeTopics(names, new DescribeTopicsOptions().timeoutMs(TIMEOUT_MS))
                .topicNameValues()
                .entrySet()) {
            try {
                described.getValue().get().partitions().forEach(info -> {
                    TopicPartition partition = new TopicPartition(described.getKey(), info.partition());
                    ends.put(partition, OffsetSpec.latest());
                    begins.put(partition, OffsetSpec.earliest());
                });
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        }
        Map<String, Map<Integer, String>> bounds = new HashMap<>();
        offsets(begins, bounds);
        offsets(ends, bounds);
        Map<String, String> seen = new HashMap<>();
        for (String topic : topics) {
            seen.put(
                    topic,
                    bounds.getOrDefault(topic, Map.of()) + " " + bounds.getOrDefault(MarkLog.nameOf(topic), Map.of()));
        }
        return seen;
    }

    private void offsets(Map<TopicPartition, OffsetSpec> asked, Map<String, Map<Integer, String>> bounds)
            throws ExecutionException, InterruptedException {
        client().listOffsets(asked, new ListOffsetsOptions().timeoutMs(TIMEOUT_MS))
                .all()
                .get()
                .forEach((partition, found) -> bounds.computeIfAbsent(partition.topic(), topic -> new HashMap<>())
                        .merge(
                                partition.partition(),
                                String.valueOf(found.offset()),
                                (begin, end) -> begin + "…" + end));
    }

    private Admin client() {
        Admin open = admin;
        if (open == null) {
            open = clients.admin();
            admin = open;
        }
        return open;
    }

    /** Closes its client; the next look makes another. */
    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close();
            admin = null;
        }
    }
}
