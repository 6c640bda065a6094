package io.streamsboot.boot.autoconfigure;

import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.topology.runtime.ManagedTopologies;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of {@link DeadLetters}, by which a program looks at dead letters and replays them. Each replay or
 * purge that ends is published as an event, a {@link io.streamsboot.core.deadletter.DeadLetterProgress}.
 *
 * <p>How often they are counted is the property {@code streams.dead-letter.scan.interval}; to replace it, declare a
 * {@link DeadLetters} bean.
 */
@AutoConfiguration(after = StreamsAutoConfiguration.class)
@ConditionalOnBean(ManagedTopologies.class)
@EnableConfigurationProperties(DeadLetterScanProperties.class)
public final class DeadLettersAutoConfiguration {

    DeadLettersAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    DeadLetters streamsDeadLetters(ManagedTopologies topologies, ApplicationEventPublisher publisher) {
        return DeadLetters.open(
                DeadLetterClients.config(topologies),
                () -> DeadLetterClients.topics(topologies),
                publisher::publishEvent);
    }

    @Bean
    DeadLettersLifecycle streamsDeadLettersLifecycle(
            DeadLetters letters, ManagedTopologies topologies, DeadLetterScanProperties scan) {
        return new DeadLettersLifecycle(letters, topologies, scan.getInterval());
    }
}
