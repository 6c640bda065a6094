package io.streamsboot.boot.autoconfigure.devbroker;

import io.streamsboot.devbroker.DevBroker;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;

/**
 * Keeps the application's log readable when the dev broker is used: the server says only errors, and clients only
 * warnings. A level that somebody configured for the logger stays, and so does a detailed one of a parent.
 */
final class DevBrokerLogLevels implements EnvironmentPostProcessor, Ordered {

    static final String PROPERTY_SOURCE = "streamsDevBrokerLogLevels";

    /** Clients tell of every step at INFO, pages of settings included; the state of a topology is logged elsewhere. */
    private static final List<String> CLIENTS = List.of("org.apache.kafka");

    /** Loggers that warn of what a new topic or a new transaction brings along and the client mends by itself. */
    private static final List<String> WARNERS = List.of(
            "org.apache.kafka.clients.NetworkClient",
            "org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils",
            "org.apache.kafka.clients.consumer.internals.StreamsGroupHeartbeatRequestManager",
            "org.apache.kafka.clients.producer.internals.Sender",
            "org.apache.kafka.streams.StreamsConfig",
            "org.apache.kafka.streams.processor.internals.StateDirectory");

    /**
     * Loggers that call it an error when a topic is a moment old: the leader does not serve it yet, or refuses what overtook
     * a refused batch. Clients ask again. What is wrong with the disk is told by other loggers of the server. The controller
     * calls it one when a heartbeat of the broker waited for more than half of its interval, as in any pause of a busy machine,
     * and takes the heartbeat all the same.
     */
    private static final List<String> ALARMISTS = List.of(
            "kafka.server.ReplicaManager",
            "org.apache.kafka.clients.admin.internals.PartitionLeaderStrategy",
            "org.apache.kafka.controller.ReplicationControlManager");

    private static final String LOGGING_LEVEL = "logging.level";
    private static final String ROOT = "root";
    private static final Set<String> DETAILED = Set.of("debug", "trace", "all");

    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 10;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (isUsed(environment, application.getClassLoader())) {
            Map<String, Object> levels = levels(environment);
            if (!levels.isEmpty()) {
                environment.getPropertySources().addLast(new MapPropertySource(PROPERTY_SOURCE, levels));
            }
        }
    }

    private static boolean isUsed(ConfigurableEnvironment environment, ClassLoader classLoader) {
        return ClassUtils.isPresent("io.streamsboot.devbroker.DevBroker", classLoader)
                && environment.getProperty(DevBrokerProperties.PREFIX + ".enabled", Boolean.class, true)
                && KafkaAddress.findProperty(environment) == null;
    }

    private static Map<String, Object> levels(ConfigurableEnvironment environment) {
        Map<String, String> configured = new HashMap<>();
        Binder.get(environment)
                .bind(LOGGING_LEVEL, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of())
                .forEach((name, level) -> configured.put(lower(name), lower(level)));
        configured.remove(ROOT);
        Map<String, Object> levels = new HashMap<>();
        put(levels, DevBroker.noisyLoggers(), "error", configured);
        put(levels, WARNERS, "error", configured);
        put(levels, ALARMISTS, "off", configured);
        put(levels, CLIENTS, "warn", configured);
        return levels;
    }

    private static void put(
            Map<String, Object> levels, List<String> loggers, String level, Map<String, String> configured) {
        for (String logger : loggers) {
            String name = lower(logger);
            if (configured.entrySet().stream().noneMatch(entry -> wants(entry.getKey(), entry.getValue(), name))) {
                levels.put(LOGGING_LEVEL + "." + logger, level);
            }
        }
    }

    /** Whoever sets a whole branch to a level wants its messages, but hardly those that a dev broker adds to it. */
    private static boolean wants(String configured, String level, String logger) {
        return logger.equals(configured) || (logger.startsWith(configured + ".") && DETAILED.contains(level));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
