package io.streamsboot.boot.autoconfigure.actuate;

import io.streamsboot.boot.actuate.DeadLetterAudit;
import io.streamsboot.boot.actuate.DeadLettersEndpoint;
import io.streamsboot.boot.autoconfigure.DeadLettersAutoConfiguration;
import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.topology.runtime.ManagedTopologies;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of {@link DeadLettersEndpoint}. As any endpoint it has to be exposed, by
 * {@code management.endpoints.web.exposure.include}; its write operations are opened by
 * {@code management.endpoint.streamsdeadletters.access}. To replace it, declare a bean of its type.
 */
@AutoConfiguration(after = DeadLettersAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(DeadLettersEndpoint.class)
@ConditionalOnBean({DeadLetters.class, ManagedTopologies.class})
public final class DeadLettersEndpointAutoConfiguration {

    DeadLettersEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    DeadLetterAudit streamsDeadLetterAudit(ApplicationEventPublisher publisher) {
        return new DeadLetterAudit(publisher);
    }

    @Bean
    @ConditionalOnMissingBean
    DeadLettersEndpoint streamsDeadLettersEndpoint(
            DeadLetters letters, ManagedTopologies topologies, DeadLetterAudit audit) {
        return new DeadLettersEndpoint(letters, topologies, audit);
    }
}
