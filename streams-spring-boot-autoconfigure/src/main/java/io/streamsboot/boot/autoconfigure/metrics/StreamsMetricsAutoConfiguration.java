package io.streamsboot.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.streamsboot.boot.autoconfigure.StreamsAutoConfiguration;
import io.streamsboot.core.deadletter.DeadLetters;
import java.time.Clock;
import org.apache.kafka.streams.KafkaStreams;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of meters: those of Kafka Streams, tagged with the topology, as long as its client lives, and those of
 * dead letters. Meters can be renamed, tagged or denied by Micrometer's filters.
 */
@AutoConfiguration(
        before = StreamsAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({KafkaStreamsMetrics.class, KafkaStreams.class})
@ConditionalOnBooleanProperty(name = "streams.enabled", matchIfMissing = true)
@ConditionalOnBean(MeterRegistry.class)
public final class StreamsMetricsAutoConfiguration {

    StreamsMetricsAutoConfiguration() {}

    @Bean
    TopologyMeters streamsTopologyMeters(MeterRegistry registry) {
        return new TopologyMeters(registry);
    }

    /** Dead letters come late, since they need the topologies, which need this listener. */
    @Bean
    DeadLetterMeters streamsDeadLetterMeters(MeterRegistry registry, ObjectProvider<DeadLetters> letters) {
        return new DeadLetterMeters(registry, letters::getIfUnique, Clock.systemUTC());
    }
}
