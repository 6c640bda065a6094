package io.streamsboot.core.admin;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates topics so that they can be written to at once. */
public final class TopicCreation {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Executor LATER = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

    private TopicCreation() {}

    /**
     * Creates topics, leaves those that exist as they are, and returns when the leaders serve the new partitions.
     *
     * <p>The wait matters to producers: a broker names itself leader a moment before it serves a new partition. Of two
     * batches sent in that moment the first can be refused and the second accepted, since a producer that the partition
     * does not know may begin with any sequence; the first is then out of order until its delivery times out.
     *
     * @param admin the client
     * @param topics what to create
     * @return names of those that were created, sorted
     * @throws ExecutionException with Kafka's reason if a topic can be neither created nor found
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public static Set<String> create(Admin admin, Collection<NewTopic> topics)
            throws ExecutionException, InterruptedException {
        CreateTopicsResult results = admin.createTopics(topics);
        Set<String> created = new TreeSet<>();
        for (NewTopic topic : topics) {
            try {
                Objects.requireNonNull(results.values().get(topic.name())).get();
                created.add(topic.name());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
        awaitLeaders(admin, results, created);
        return created;
    }

    private static void awaitLeaders(Admin admin, CreateTopicsResult results, Set<String> created)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        try {
            for (String topic : created) {
                int partitions = results.numPartitions(topic).get();
                for (int partition = 0; partition < partitions; partition++) {
                    asked.put(new TopicPartition(topic, partition), OffsetSpec.latest());
                }
            }
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!answered(admin, asked, deadline)) {
                CompletableFuture.runAsync(() -> {}, LATER).get();
            }
        } catch (ExecutionException e) {
            // Who may create a topic may still not describe it; then there is nothing to wait by.
            if (!(e.getCause() instanceof AuthorizationException)) {
                throw e;
            }
        }
    }

    /**
     * Only a leader that serves the partition answers. The client asks again itself, except for an unknown topic, which it
     * also logs as an error; hence the question before.
     */
    private static boolean answered(Admin admin, Map<TopicPartition, OffsetSpec> asked, long deadline)
            throws ExecutionException, InterruptedException {
        try {
            admin.describeTopics(asked.keySet().stream()
                            .map(TopicPartition::topic)
                            .distinct()
                            .toList())
                    .allTopicNames()
                    .get();
            admin.listOffsets(asked).all().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException && System.nanoTime() - deadline < 0) {
                return false;
            }
            throw e;
        }
    }
}
