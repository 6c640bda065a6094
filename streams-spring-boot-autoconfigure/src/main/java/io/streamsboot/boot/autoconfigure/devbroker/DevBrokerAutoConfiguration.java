package io.streamsboot.boot.autoconfigure.devbroker;

import io.streamsboot.boot.autoconfigure.DefaultStateDirectory;
import io.streamsboot.devbroker.DevBroker;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Auto-configuration of a broker inside the application, for development: it is there when its jar is on the class path,
 * no property gives a Kafka address, and no other {@link KafkaConnectionDetails} exists. Everything that gets its address
 * from the connection details uses it.
 *
 * <p>To change something, use a property below {@code streams.dev-broker}; to replace it, declare a {@link DevBroker}
 * bean; to go without it, set {@code streams.dev-broker.enabled} to false, or any Kafka address.
 */
@AutoConfiguration(
        beforeName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration",
        before = io.streamsboot.boot.autoconfigure.StreamsAutoConfiguration.class)
@ConditionalOnClass({DevBroker.class, KafkaConnectionDetails.class})
@ConditionalOnBooleanProperty(name = DevBrokerProperties.PREFIX + ".enabled", matchIfMissing = true)
@Conditional(OnNoKafkaAddressCondition.class)
@ConditionalOnMissingBean(KafkaConnectionDetails.class)
@EnableConfigurationProperties(DevBrokerProperties.class)
public final class DevBrokerAutoConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(DevBrokerAutoConfiguration.class);

    DevBrokerAutoConfiguration() {}

    /** The one bean method that does input and output: clients need an address when they are made. */
    @Bean
    @ConditionalOnMissingBean
    DevBroker devBroker(DevBrokerProperties properties) {
        DevBroker.Builder builder = DevBroker.builder();
        set(() -> builder.nodes(properties.getNodes()), "nodes", properties.getNodes());
        set(() -> builder.port(properties.getPort()), "port", properties.getPort());
        String directory = properties.getDirectory();
        if (directory != null && !directory.isBlank()) {
            set(() -> builder.directory(Path.of(directory)), "directory", directory);
        }
        builder.properties(properties.getProperties());
        properties.getTopics().forEach((name, topic) -> {
            if (topic.getPartitions() < 1) {
                throw invalid("topics." + name + ".partitions", topic.getPartitions(), "It must be at least 1.");
            }
            builder.topic(name, topic.getPartitions(), topic.getConfigs());
        });
        DevBroker broker = builder.start();
        LOG.info(
                "Dev broker listens at {}, its data in {} is {}",
                broker.bootstrapServers(),
                broker.directory(),
                broker.temporary() ? "temporary" : "kept");
        return broker;
    }

    @Bean
    DevBrokerConnectionDetails devBrokerConnectionDetails(DevBroker broker) {
        return new DevBrokerConnectionDetails(broker);
    }

    /** State belongs to one cluster, so it lies with the data of this one, and goes with it if that is temporary. */
    @Bean
    @ConditionalOnMissingBean
    DefaultStateDirectory devBrokerStateDirectory(DevBroker broker) {
        Path state = broker.directory().resolve("streams-state");
        return () -> state;
    }

    private static void set(Runnable setter, String name, Object value) {
        try {
            setter.run();
        } catch (IllegalArgumentException e) {
            throw invalid(name, value, String.valueOf(e.getMessage()));
        }
    }

    private static InvalidConfigurationPropertyValueException invalid(String name, Object value, String reason) {
        return new InvalidConfigurationPropertyValueException(DevBrokerProperties.PREFIX + "." + name, value, reason);
    }
}
