package io.streamsboot.workflow.runtime.internal;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Asks the cluster about topics, one question at a time for each. */
final class TopicBook implements TopicFacts {

    private static final Facts NONE = new Facts(0, 0);
    private static final long DEFAULT_MAX_BYTES = 1_048_588;
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Admin admin;
    private final Runnable news;
    private final BiConsumer<Duration, Runnable> later;
    private final Map<String, Facts> known = new ConcurrentHashMap<>();
    private final Set<String> asking = ConcurrentHashMap.newKeySet();

    /**
     * A book without entries.
     *
     * @param news is called whenever something new is known
     * @param later calls something after a while
     */
    TopicBook(Admin admin, Runnable news, BiConsumer<Duration, Runnable> later) {
        this.admin = admin;
        this.news = news;
        this.later = later;
    }

    @Override
    public @Nullable Facts facts(String topic) {
        Facts facts = known.get(topic);
        if (facts == null && asking.add(topic)) {
            ask(topic);
        }
        return facts;
    }

    @Override
    public void forget(String topic) {
        known.remove(topic);
    }

    private void ask(String topic) {
        admin.describeTopics(List.of(topic)).allTopicNames().whenComplete((found, failure) -> {
            if (failure == null) {
                askForSize(topic, found.get(topic));
            } else if (isAbsent(failure)) {
                answer(topic, NONE);
            } else {
                later.accept(RETRY, () -> ask(topic));
            }
        });
    }

    private void askForSize(String topic, @Nullable TopicDescription found) {
        int partitions = found == null ? 0 : found.partitions().size();
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        admin.describeConfigs(List.of(resource)).all().whenComplete((configs, failure) -> {
            // Whoever may not read the configuration still may write.
            Config config = failure == null ? configs.get(resource) : null;
            answer(topic, new Facts(partitions, config == null ? DEFAULT_MAX_BYTES : maxBytes(config)));
        });
    }

    private static long maxBytes(Config config) {
        ConfigEntry entry = config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        return entry == null || entry.value() == null ? DEFAULT_MAX_BYTES : Long.parseLong(entry.value());
    }

    private static boolean isAbsent(Throwable failure) {
        Throwable cause = failure instanceof java.util.concurrent.CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
        return cause instanceof UnknownTopicOrPartitionException || cause instanceof InvalidTopicException;
    }

    private void answer(String topic, Facts facts) {
        known.put(topic, facts);
        asking.remove(topic);
        news.run();
    }
}
