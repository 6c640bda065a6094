package io.streamsboot.devbroker.internal;

import io.streamsboot.core.RootCause;
import io.streamsboot.core.admin.TopicCreation;
import io.streamsboot.devbroker.DevBrokerException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TimeoutException;

/** Creates topics that are missing, through a client like any other. */
public final class MissingTopics {

    private static final int DEADLINE_SECONDS = 30;

    private MissingTopics() {}

    /** Returns when every topic can be used; those that existed before are left as they are. */
    public static void create(String bootstrapServers, List<TopicSpec> topics) {
        if (!topics.isEmpty()) {
            LogQuieting.quietly(() -> createAll(bootstrapServers, topics));
        }
    }

    private static void createAll(String bootstrapServers, List<TopicSpec> topics) {
        Map<String, Object> settings = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                DEADLINE_SECONDS * 1000,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                DEADLINE_SECONDS * 1000);
        try (Admin admin = Admin.create(settings)) {
            topics.forEach(topic -> create(admin, topic));
        }
    }

    private static void create(Admin admin, TopicSpec topic) {
        try {
            TopicCreation.create(
                    admin,
                    List.of(new NewTopic(topic.name(), Optional.of(topic.partitions()), Optional.empty())
                            .configs(topic.configs())));
        } catch (ExecutionException e) {
            throw refused(topic.name(), RootCause.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DevBrokerException(
                    "Interrupted while creating topic '" + topic.name() + "' on the dev broker", e);
        }
    }

    private static DevBrokerException refused(String topic, Throwable reason) {
        return new DevBrokerException(
                reason instanceof TimeoutException
                        ? "The dev broker did not create topic '" + topic + "' within " + DEADLINE_SECONDS
                                + " seconds. Check that a majority of its nodes is running."
                        : "The dev broker refused topic '" + topic + "': " + reason
                                + ". Correct its name, partitions or settings.",
                reason);
    }
}
