package io.streamsboot.topology.query.internal;

import io.streamsboot.core.admin.AdminScope;
import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * How many partitions the topics of a store really have. What Kafka Streams believes about it is wrong in the middle of
 * some rebalances, and a key is then looked for where it never was.
 */
final class PartitionCounts {

    private static final long FRESH_NANOS = Duration.ofSeconds(30).toNanos();

    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private final Executor background;

    PartitionCounts(Executor background) {
        this.background = background;
    }

    /**
     * The numbers of partitions of the topics that fill a store.
     *
     * @return distinct numbers, at least one; the number of tasks is the greatest
     */
    TreeSet<Integer> of(StoreSite site, Duration timeout) {
        ManagedTopology topology = site.topology();
        String id = topology.name() + '/' + site.subTopology();
        long generation = topology.status().generation();
        Known before = known.get(id);
        if (before == null || before.generation != generation) {
            return ask(id, site, generation, timeout);
        }
        if (System.nanoTime() - before.since > FRESH_NANOS && before.refreshing.compareAndSet(false, true)) {
            background.execute(() -> {
                try {
                    ask(id, site, generation, Duration.ofSeconds(10));
                } catch (Unanswered e) {
                    // The numbers of before still hold; the next question tries again.
                    before.refreshing.set(false);
                }
            });
        }
        return before.counts;
    }

    private TreeSet<Integer> ask(String id, StoreSite site, long generation, Duration timeout) {
        Map<String, Object> config =
                new StreamsConfig(StoreSite.settings(site.topology())).getAdminConfigs("streams-boot-queries");
        config.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        try (AdminScope scope = AdminScope.open(config)) {
            Admin admin = scope.admin();
            long millis = Math.max(1_000, timeout.toMillis());
            Set<String> topics = new HashSet<>(site.topics());
            if (!site.patterns().isEmpty()) {
                admin.listTopics().names().get(millis, TimeUnit.MILLISECONDS).stream()
                        .filter(name -> site.patterns().stream()
                                .anyMatch(pattern -> pattern.matcher(name).matches()))
                        .forEach(topics::add);
            }
            Map<String, TopicDescription> described =
                    admin.describeTopics(topics).allTopicNames().get(millis, TimeUnit.MILLISECONDS);
            TreeSet<Integer> counts = new TreeSet<>();
            described.values().forEach(topic -> counts.add(topic.partitions().size()));
            if (counts.isEmpty()) {
                throw Unanswered.notReady(Reason.CLUSTER, "no topic fills store '" + site.store() + "' yet");
            }
            known.put(id, new Known(generation, System.nanoTime(), counts, new AtomicBoolean()));
            return counts;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Unanswered.notReady(Reason.CLUSTER, "the question was interrupted");
        } catch (ExecutionException | TimeoutException e) {
            @Nullable Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            throw Unanswered.notReady(
                    Reason.CLUSTER, "the partitions of topics " + site.topics() + " are not known: " + cause);
        }
    }

    private record Known(long generation, long since, TreeSet<Integer> counts, AtomicBoolean refreshing) {}
}
