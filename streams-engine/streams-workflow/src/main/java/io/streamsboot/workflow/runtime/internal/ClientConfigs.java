package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.WorkflowException;
import io.streamsboot.workflow.options.Delivery;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Settings of a workflow's clients: the user's, ours where the user has none, and those that are not to be chosen. */
final class ClientConfigs {

    private static final int MAX_REQUEST_SIZE = 64 << 20;
    private static final int BATCH_SIZE = 128 << 10;
    /** A process that ended blocks its partitions for so long. */
    private static final String TRANSACTION_TIMEOUT = "10000";

    private final WorkflowDefinition definition;
    private final Map<String, Object> given;
    private final String transactionalId;

    ClientConfigs(WorkflowDefinition definition, Map<String, Object> given) {
        this.definition = definition;
        this.given = Map.copyOf(given);
        this.transactionalId = definition.group() + "-" + definition.id() + "-" + UUID.randomUUID();
        refuse(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "true", "commits offsets of records that are not done");
    }

    private void refuse(String key, String value, String why) {
        if (value.equals(String.valueOf(given.get(key)).toLowerCase(Locale.ROOT))) {
            throw new WorkflowException(
                    "Workflow " + definition.id() + " is given " + key + "=" + value + ", which " + why + ".",
                    "Leave it out: workflows commit by themselves.");
        }
    }

    boolean isExactlyOnce() {
        return definition.options().delivery() == Delivery.EXACTLY_ONCE;
    }

    Map<String, Object> admin() {
        return new HashMap<>(given);
    }

    /** Records that one poll may bring. */
    int maxPollRecords() {
        Object own = given.get(ConsumerConfig.MAX_POLL_RECORDS_CONFIG);
        int wanted = own == null ? 1_000 : Integer.parseInt(own.toString());
        return Math.min(wanted, definition.options().concurrency().maxUncommitted());
    }

    Map<String, Object> consumer() {
        Map<String, Object> configs = new HashMap<>(given);
        configs.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        configs.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        configs.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, maxPollRecords());
        configs.put(ConsumerConfig.GROUP_ID_CONFIG, definition.group());
        configs.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        configs.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        configs.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        return configs;
    }

    Map<String, Object> producer() {
        Map<String, Object> configs = new HashMap<>(given);
        // How long it takes to find out that a broker is gone; nothing is lost by it, since windows are sent again.
        configs.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        configs.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
        configs.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        // What a topic takes is looked up; this limit would only refuse what the topic takes.
        configs.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_SIZE);
        // A window goes out at once, in as few requests as there can be.
        configs.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_SIZE);
        configs.putIfAbsent(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, isExactlyOnce() ? 5 : 50);
        configs.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        configs.put(ProducerConfig.ACKS_CONFIG, "all");
        configs.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        configs.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        put(configs, ProducerConfig.TRANSACTIONAL_ID_CONFIG, isExactlyOnce() ? transactionalId : null);
        if (isExactlyOnce()) {
            configs.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT);
        } else {
            configs.remove(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
        }
        return configs;
    }

    private static void put(Map<String, Object> configs, String key, @Nullable String value) {
        if (value == null) {
            configs.remove(key);
        } else {
            configs.put(key, value);
        }
    }
}
