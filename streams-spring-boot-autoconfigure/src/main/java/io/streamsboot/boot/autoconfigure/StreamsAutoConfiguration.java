package io.streamsboot.boot.autoconfigure;

import io.streamsboot.core.failure.FailureClassifier;
import io.streamsboot.topology.runtime.KafkaStreamsCustomizer;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologyListener;
import io.streamsboot.topology.runtime.TopologySpec;
import io.streamsboot.topology.runtime.TopologySpec.Source;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of managed topologies: every {@link io.streamsboot.topology.TopologyDefinition},
 * {@link io.streamsboot.topology.TypedTopology}, {@link org.apache.kafka.streams.Topology} and
 * {@link io.streamsboot.topology.ProcessorDefinition} bean, every {@code GraphDefinition} bean and every {@link io.streamsboot.boot.StreamProcessor} class
 * runs, named by its bean, and so does what {@link TopologyContributor} beans bring along.
 *
 * <p>To change something, use a property below {@code streams}; where there is none, a {@link StreamsConfigCustomizer}
 * bean for the configuration or a {@link KafkaStreamsCustomizer} bean for the client; a {@link FailureClassifier} bean
 * decides about records that fail instead of the rules below {@code streams.dead-letter}; in the end declare a
 * {@link ManagedTopologies} bean of your own, which replaces this one.
 */
@AutoConfiguration(afterName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration")
@ConditionalOnClass({KafkaStreams.class, KafkaConnectionDetails.class})
@ConditionalOnBooleanProperty(name = "streams.enabled", matchIfMissing = true)
@EnableConfigurationProperties({StreamsProperties.class, DeadLetterScanProperties.class, KafkaProperties.class})
public final class StreamsAutoConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(StreamsAutoConfiguration.class);

    StreamsAutoConfiguration() {}

    @Bean
    static LazyInitializationExcludeFilter streamsLazyInitializationExcludeFilter() {
        return LazyInitializationExcludeFilter.forBeanTypes(TopologiesLifecycle.class);
    }

    @Bean
    TopologyConfigs streamsTopologyConfigs(
            KafkaProperties kafka,
            KafkaConnectionDetails connection,
            ObjectProvider<DefaultStateDirectory> defaultStateDirectory) {
        DefaultStateDirectory directory = defaultStateDirectory.getIfAvailable();
        return new TopologyConfigs(kafka, connection, directory == null ? null : directory.path());
    }

    /** With it a {@link org.apache.kafka.streams.Topology} bean is built so that nothing is off for it. */
    @Bean
    @ConditionalOnMissingBean
    TopologyConfig streamsTopologyConfig(TopologyConfigs configs, StreamsProperties properties) {
        Map<String, Object> config = configs.common(properties);
        // Required by Kafka, and of no consequence: a topology takes no id from here.
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "topology-config");
        configs.applyDefaults(config);
        TopologyConfigs.extractGroupConfig(config);
        try {
            return ManagedTopologies.topologyConfig(config);
        } catch (ConfigException e) {
            throw new StreamsConfigurationException(
                    "A setting of Kafka Streams that applies to all topologies is wrong: " + e.getMessage() + ".",
                    "Correct it below 'streams', 'streams.properties', 'spring.kafka.streams' or 'spring.kafka.properties',"
                            + " where it is set.");
        }
    }

    @Bean
    @ConditionalOnMissingBean
    ManagedTopologies streamsManagedTopologies(
            ConfigurableListableBeanFactory beanFactory,
            Environment environment,
            StreamsProperties properties,
            TopologyConfigs configs,
            TopologyConfig topologyConfig,
            ObjectProvider<StreamsConfigCustomizer> configCustomizers,
            ObjectProvider<TopologyContributor> contributors,
            ObjectProvider<FailureClassifier> classifier,
            ObjectProvider<KafkaStreamsCustomizer> customizers,
            ObjectProvider<TopologyListener> listeners) {
        List<TopologyContributor> contributed = contributors.orderedStream().toList();
        Map<String, Source> sources = TopologyBeans.collect(beanFactory, properties.getGraphs(), contributed);
        TopologyOptionsFactory options = new TopologyOptionsFactory(
                properties,
                configs,
                configCustomizers.orderedStream().toList(),
                contributed,
                classifier.getIfAvailable(),
                environment.getProperty("spring.application.name"));
        options.checkNames(sources.keySet());
        UnknownProperties.refuse(Binder.get(environment));
        if (sources.isEmpty()) {
            LOG.info("There is no topology bean, so nothing will be processed");
        }
        ManagedTopologies.Builder builder = ManagedTopologies.builder().topologyConfig(topologyConfig);
        sources.forEach((name, source) -> builder.add(new TopologySpec(name, source, options.create(name))));
        customizers.orderedStream().forEach(builder::customizer);
        listeners.orderedStream().forEach(builder::listener);
        return builder.build();
    }

    @Bean
    TopologiesLifecycle streamsTopologiesLifecycle(ManagedTopologies topologies) {
        return new TopologiesLifecycle(topologies);
    }

    @Bean
    StateChangePublisher streamsStateChangePublisher(ApplicationEventPublisher publisher) {
        return new StateChangePublisher(publisher);
    }
}
