package io.streamsboot.boot.autoconfigure.devbroker;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Finds out whether an application says where its Kafka is, in whatever form a property can be given. */
final class KafkaAddress {

    private static final List<String> SERVER_PROPERTIES = List.of(
            "spring.kafka.bootstrap-servers",
            "spring.kafka.streams.bootstrap-servers",
            "spring.kafka.admin.bootstrap-servers",
            "spring.kafka.producer.bootstrap-servers",
            "spring.kafka.consumer.bootstrap-servers");

    private static final List<String> FREE_MAPS = List.of(
            "spring.kafka.properties",
            "spring.kafka.streams.properties",
            "spring.kafka.admin.properties",
            "spring.kafka.producer.properties",
            "spring.kafka.consumer.properties",
            "streams.properties");

    private static final Bindable<List<String>> SERVERS = Bindable.listOf(String.class);
    private static final Bindable<Map<String, String>> PROPERTIES = Bindable.mapOf(String.class, String.class);

    private KafkaAddress() {}

    /**
     * The property that gives an address.
     *
     * @return its name, or null if none does
     */
    static @Nullable String findProperty(Environment environment) {
        Binder binder = Binder.get(environment);
        for (String name : SERVER_PROPERTIES) {
            if (binder.bind(name, SERVERS).orElse(List.of()).stream().anyMatch(StringUtils::hasText)) {
                return name;
            }
        }
        for (String name : FREE_MAPS) {
            String servers =
                    binder.bind(name, PROPERTIES).orElse(Map.of()).get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
            if (StringUtils.hasText(servers)) {
                return name + "[" + CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG + "]";
            }
        }
        return null;
    }
}
