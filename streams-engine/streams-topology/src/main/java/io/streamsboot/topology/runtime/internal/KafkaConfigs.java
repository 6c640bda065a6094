package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.runtime.LateSetting;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;

/** Defaults that a managed topology adds to Kafka's, and views of a configuration for its clients. */
public final class KafkaConfigs {

    /**
     * A transactional producer waits this long after each transaction while its markers are written; Kafka's 100 ms
     * would cap the rate of commits at about ten a second.
     */
    private static final int TRANSACTION_BACKOFF_MS = 5;

    private static final String PROCESSING_HANDLER = "processing.exception.handler";

    /** Known to Kafka from 4.3 on; earlier versions warn of it as of a stranger. */
    private static final String GLOBAL_PROCESSING = "processing.exception.handler.global.enabled";

    /**
     * A start that finds no cluster says so after seconds, not after Kafka's minute, and tries again; connections are
     * tried ever more seldom, since Kafka logs a warning for each.
     */
    private static final Map<String, Object> PATIENT = Map.of(
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            10_000,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            10_000,
            AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG,
            500L,
            AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
            15_000L);

    private KafkaConfigs() {}

    static Map<String, Object> withDefaults(Map<String, Object> config) {
        Map<String, Object> complete = new HashMap<>(handlingGlobals(config));
        complete.values().removeIf(LateSetting.class::isInstance);
        complete.putIfAbsent(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        String backoff = StreamsConfig.producerPrefix(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG);
        if (isExactlyOnce(config) && !config.containsKey(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG)) {
            complete.putIfAbsent(backoff, TRANSACTION_BACKOFF_MS);
        }
        return complete;
    }

    /**
     * A configuration in which global stores have the processing handler that all others have, as with Kafka 5; Kafka
     * warns at each look at one that does not say so. A handler that somebody chose stays where it was.
     */
    public static Map<String, Object> handlingGlobals(Map<String, Object> config) {
        if (config.containsKey(GLOBAL_PROCESSING)
                || config.get(PROCESSING_HANDLER) != null
                || !StreamsConfig.configDef().names().contains(GLOBAL_PROCESSING)) {
            return config;
        }
        Map<String, Object> complete = new HashMap<>(config);
        complete.put(GLOBAL_PROCESSING, true);
        // The assignor of each thread looks at what its consumer was given, and warns too.
        complete.put(StreamsConfig.mainConsumerPrefix(GLOBAL_PROCESSING), true);
        return complete;
    }

    /** The settings that are known only now. */
    static Map<String, Object> late(Map<String, Object> config) {
        Map<String, Object> late = new HashMap<>();
        config.forEach((name, value) -> {
            String known = value instanceof LateSetting setting ? setting.get() : null;
            if (known != null) {
                late.put(name, known);
            }
        });
        return late;
    }

    static boolean isExactlyOnce(Map<String, Object> config) {
        return StreamsConfig.EXACTLY_ONCE_V2.equals(config.get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
    }

    static boolean isStreamsProtocol(Map<String, Object> config) {
        Object protocol = config.get(StreamsConfig.GROUP_PROTOCOL_CONFIG);
        return protocol != null && "streams".equalsIgnoreCase(protocol.toString());
    }

    /** The admin client's part of a topology's configuration: its security, its servers, its {@code admin.} settings. */
    static Map<String, Object> admin(Map<String, Object> config) throws ConfigException {
        Map<String, Object> admin = new StreamsConfig(config).getAdminConfigs("streams-boot");
        admin.put(AdminClientConfig.CLIENT_ID_CONFIG, config.get(StreamsConfig.APPLICATION_ID_CONFIG) + "-start-check");
        admin.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        PATIENT.forEach(admin::putIfAbsent);
        return admin;
    }
}
