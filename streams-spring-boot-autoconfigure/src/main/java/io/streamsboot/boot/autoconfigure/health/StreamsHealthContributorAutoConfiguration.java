package io.streamsboot.boot.autoconfigure.health;

import io.streamsboot.boot.autoconfigure.DeadLettersAutoConfiguration;
import io.streamsboot.boot.autoconfigure.StreamsAutoConfiguration;
import io.streamsboot.boot.health.TopologiesHealthContributor;
import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.topology.runtime.ManagedTopologies;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health contributor {@code streams}, with one indicator for each topology. Switch it off by
 * {@code management.health.streams.enabled}; to replace it, declare a bean named {@code streamsHealthContributor}.
 */
@AutoConfiguration(
        after = {StreamsAutoConfiguration.class, DeadLettersAutoConfiguration.class},
        beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("streams")
@ConditionalOnBean(ManagedTopologies.class)
public final class StreamsHealthContributorAutoConfiguration {

    StreamsHealthContributorAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "streamsHealthContributor")
    TopologiesHealthContributor streamsHealthContributor(
            ManagedTopologies topologies, ObjectProvider<DeadLetters> letters) {
        return new TopologiesHealthContributor(topologies, letters.getIfUnique());
    }
}
