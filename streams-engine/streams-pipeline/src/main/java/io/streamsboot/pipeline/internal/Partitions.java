package io.streamsboot.pipeline.internal;

import io.streamsboot.core.admin.AdminScope;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.streams.StreamsConfig;

/**
 * How many partitions topics have. Kafka Streams does not tell a task; a task that did not know of a partition would let the
 * watermark pass its rows.
 */
@FunctionalInterface
public interface Partitions {

    /**
     * The number of partitions of a topic that exists.
     *
     * @param config configuration of the application that asks
     */
    int of(String topic, Map<String, Object> config);

    /** Asks the cluster. Tasks that start together ask once; a topic that was made anew may have another number. */
    static Partitions ofCluster() {
        Map<String, Answer> known = new ConcurrentHashMap<>();
        return (topic, config) -> known.compute(
                        config.get(StreamsConfig.APPLICATION_ID_CONFIG) + " " + topic,
                        (name, before) -> before != null && System.nanoTime() - before.nanos() < Answer.VALID_NANOS
                                ? before
                                : new Answer(ask(topic, config), System.nanoTime()))
                .partitions();
    }

    /**
     * What the cluster said.
     *
     * @param partitions number of partitions
     * @param nanos when
     */
    record Answer(int partitions, long nanos) {

        static final long VALID_NANOS = TimeUnit.SECONDS.toNanos(10);
    }

    private static int ask(String topic, Map<String, Object> config) {
        Map<String, Object> admin = new StreamsConfig(config)
                .getAdminConfigs(config.get(StreamsConfig.APPLICATION_ID_CONFIG) + "-partitions");
        try (AdminScope scope = AdminScope.open(admin)) {
            TopicDescription found = scope.admin()
                    .describeTopics(List.of(topic))
                    .allTopicNames()
                    .get(30, TimeUnit.SECONDS)
                    .get(topic);
            return Objects.requireNonNull(found, topic).partitions().size();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(topic, e);
        } catch (ExecutionException | TimeoutException e) {
            throw failure(topic, e);
        }
    }

    private static RuntimeException failure(String topic, Exception cause) {
        return new IllegalStateException(
                "the number of partitions of the topic '" + topic + "' cannot be found out", cause);
    }
}
