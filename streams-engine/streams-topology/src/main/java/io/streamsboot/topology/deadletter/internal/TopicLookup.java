package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.core.admin.AdminScope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks once what a topic takes whose name became known only while the topology runs. Thread-safe; blocks. */
final class TopicLookup {

    private static final Logger LOG = LoggerFactory.getLogger(TopicLookup.class);
    private static final long PATIENCE_SECONDS = 5;

    private final Supplier<Map<String, Object>> adminConfig;
    private final TopicBook topics;

    TopicLookup(Supplier<Map<String, Object>> adminConfig, TopicBook topics) {
        this.adminConfig = adminConfig;
        this.topics = topics;
    }

    /** What a topic takes, in bytes; without an answer, whatever the producer takes. */
    int maxBytes(String topic) {
        int known = topics.maxBytes(topic);
        if (known != TopicBook.UNKNOWN) {
            return known;
        }
        int asked = ask(topic);
        topics.maxBytes(topic, asked);
        return asked;
    }

    private int ask(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try (AdminScope scope = AdminScope.open(adminConfig.get())) {
            Config config = scope.admin()
                    .describeConfigs(List.of(resource))
                    .all()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .get(resource);
            ConfigEntry entry = config == null ? null : config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
            return entry == null ? Integer.MAX_VALUE : Integer.parseInt(entry.value());
        } catch (ExecutionException | TimeoutException | KafkaException | NumberFormatException e) {
            LOG.debug("What topic {} takes is not known", topic, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Integer.MAX_VALUE;
    }
}
