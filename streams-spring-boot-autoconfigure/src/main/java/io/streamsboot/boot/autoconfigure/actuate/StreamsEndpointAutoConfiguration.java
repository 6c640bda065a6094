package io.streamsboot.boot.autoconfigure.actuate;

import io.streamsboot.boot.actuate.StreamsEndpoint;
import io.streamsboot.boot.autoconfigure.StreamsAutoConfiguration;
import io.streamsboot.topology.runtime.ManagedTopologies;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of {@link StreamsEndpoint}. As any endpoint it has to be exposed, by
 * {@code management.endpoints.web.exposure.include}; to replace it, declare a bean of its type.
 */
@AutoConfiguration(after = StreamsAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(StreamsEndpoint.class)
@ConditionalOnBean(ManagedTopologies.class)
public final class StreamsEndpointAutoConfiguration {

    StreamsEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    StreamsEndpoint streamsEndpoint(ManagedTopologies topologies) {
        return new StreamsEndpoint(topologies);
    }
}
