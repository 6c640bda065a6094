package io.streamsboot.boot.autoconfigure;

import io.streamsboot.boot.autoconfigure.TopologyProperties.GroupProtocol;
import io.streamsboot.boot.autoconfigure.TopologyProperties.ProcessingGuarantee;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.StringUtils;

/**
 * Puts together the configuration of Kafka Streams: properties of {@code spring.kafka}, then address, protocol and TLS of
 * the connection, then {@code streams}, then what a {@link TopologyContributor} says, then {@code streams.topologies.<name>}.
 * In {@code streams} and {@code streams.topologies.<name>} the free map wins over the named properties.
 */
final class TopologyConfigs {

    /** Settings that the streams group protocol keeps at the broker; the client would ignore them in silence. */
    private static final Set<String> GROUP_SETTINGS = Set.of(
            StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG,
            ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
            ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG);

    private static final String GROUP_PREFIX = "streams.";

    /** Later prefixes win over earlier ones, as in Kafka Streams. */
    private static final List<String> CONSUMER_PREFIXES =
            List.of("", StreamsConfig.CONSUMER_PREFIX, StreamsConfig.MAIN_CONSUMER_PREFIX);

    private final KafkaProperties kafka;
    private final KafkaConnectionDetails connection;
    private final @Nullable Path defaultStateDirectory;

    TopologyConfigs(KafkaProperties kafka, KafkaConnectionDetails connection, @Nullable Path defaultStateDirectory) {
        this.kafka = kafka;
        this.connection = connection;
        this.defaultStateDirectory = defaultStateDirectory;
    }

    /** What all topologies share, without an application id. */
    Map<String, Object> common(StreamsProperties properties) {
        Map<String, Object> config = new HashMap<>(kafka.buildStreamsProperties());
        config.remove(StreamsConfig.APPLICATION_ID_CONFIG);
        applyConnection(config);
        apply(config, properties, StreamsProperties.PREFIX);
        return config;
    }

    /** What one topology has, complete but for the application id. */
    Map<String, Object> of(
            String name,
            StreamsProperties properties,
            Map<String, Object> contributed,
            StreamsProperties.Topology own,
            String key) {
        Map<String, Object> config = common(properties);
        // Threads and JMX beans are named after the client id, so topologies must not share one.
        config.computeIfPresent(CommonClientConfigs.CLIENT_ID_CONFIG, (id, value) -> value + "-" + name);
        contributed.forEach((setting, value) -> putForConsumer(config, setting, value));
        apply(config, own, key);
        return config;
    }

    /** Fills in what nobody has set. */
    void applyDefaults(Map<String, Object> config) {
        if (defaultStateDirectory != null) {
            config.putIfAbsent(StreamsConfig.STATE_DIR_CONFIG, defaultStateDirectory.toString());
        }
    }

    /**
     * Takes out of a client's configuration what belongs to the group at the broker.
     *
     * @return configs of the group, by Kafka's names; empty unless the streams group protocol is used
     */
    static Map<String, String> extractGroupConfig(Map<String, Object> config) {
        Map<String, String> group = new TreeMap<>();
        if (!"streams".equalsIgnoreCase(String.valueOf(config.get(StreamsConfig.GROUP_PROTOCOL_CONFIG)))) {
            return group;
        }
        for (String setting : GROUP_SETTINGS) {
            for (String prefix : CONSUMER_PREFIXES) {
                Object value = config.remove(prefix + setting);
                if (value != null) {
                    group.put(GROUP_PREFIX + setting, value.toString());
                }
            }
        }
        config.keySet().removeIf(name -> {
            if (name.startsWith(GROUP_PREFIX)) {
                group.put(name, String.valueOf(config.get(name)));
                return true;
            }
            return false;
        });
        return group;
    }

    private void applyConnection(Map<String, Object> config) {
        KafkaConnectionDetails.Configuration streams = connection.getStreams();
        config.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, streams.getBootstrapServers());
        if (StringUtils.hasLength(streams.getSecurityProtocol())) {
            config.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, streams.getSecurityProtocol());
        }
        SslBundle bundle = streams.getSslBundle();
        if (bundle != null) {
            config.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, SslBundleSslEngineFactory.class);
            config.put(SslBundle.class.getName(), bundle);
        }
    }

    private static void apply(Map<String, Object> config, TopologyProperties properties, String key) {
        Integer threads = properties.getThreads();
        if (threads != null) {
            config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, atLeast(1, threads, key + ".threads"));
        }
        ProcessingGuarantee guarantee = properties.getProcessingGuarantee();
        if (guarantee != null) {
            config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee.config());
        }
        Long commitInterval = PropertyChecks.millis(properties.getCommitInterval(), 0, key + ".commit-interval");
        if (commitInterval != null) {
            config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitInterval);
        }
        String stateDirectory = properties.getStateDirectory();
        if (stateDirectory != null) {
            config.put(StreamsConfig.STATE_DIR_CONFIG, notBlank(stateDirectory, key + ".state-directory"));
        }
        GroupProtocol protocol = properties.getGroupProtocol();
        if (protocol != null) {
            config.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, protocol.config());
        }
        Boolean explicitNames = properties.getRequireExplicitNames();
        if (explicitNames != null) {
            config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, explicitNames);
        }
        Integer standby = properties.getStandbyReplicas();
        if (standby != null) {
            config.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, atLeast(0, standby, key + ".standby-replicas"));
        }
        Long session = PropertyChecks.intMillis(properties.getSessionTimeout(), key + ".session-timeout");
        if (session != null) {
            putForConsumer(config, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, Math.toIntExact(session));
        }
        Long heartbeat = PropertyChecks.intMillis(properties.getHeartbeatInterval(), key + ".heartbeat-interval");
        if (heartbeat != null) {
            putForConsumer(config, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, Math.toIntExact(heartbeat));
        }
        config.putAll(properties.getProperties());
    }

    /** A wider setting with a prefix would win over a narrower one without. */
    private static void putForConsumer(Map<String, Object> config, String name, Object value) {
        CONSUMER_PREFIXES.forEach(prefix -> config.remove(prefix + name));
        config.put(name, value);
    }

    private static int atLeast(int min, int value, String key) {
        if (value < min) {
            throw new InvalidConfigurationPropertyValueException(key, value, "It must be at least " + min + ".");
        }
        return value;
    }

    private static String notBlank(String value, String key) {
        if (value.isBlank()) {
            throw new InvalidConfigurationPropertyValueException(key, value, "It must not be blank.");
        }
        return value;
    }
}
