package io.streamsboot.boot.autoconfigure.actuate;

import io.streamsboot.boot.actuate.PipelinesEndpoint;
import io.streamsboot.boot.autoconfigure.StreamsAutoConfiguration;
import io.streamsboot.boot.autoconfigure.pipeline.PipelineAutoConfiguration;
import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.host.PipelineBuilds;
import io.streamsboot.pipeline.host.Pipelines;
import io.streamsboot.topology.runtime.ManagedTopologies;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of {@link PipelinesEndpoint}. As any endpoint it has to be exposed, by
 * {@code management.endpoints.web.exposure.include}; its dry run is opened by
 * {@code management.endpoint.streamspipelines.access}. To replace it, declare a bean of its type.
 */
@AutoConfiguration(after = {PipelineAutoConfiguration.class, StreamsAutoConfiguration.class})
@ConditionalOnClass({ConditionalOnAvailableEndpoint.class, Pipelines.class})
@ConditionalOnAvailableEndpoint(PipelinesEndpoint.class)
@ConditionalOnBean({Pipelines.class, ManagedTopologies.class})
public final class PipelinesEndpointAutoConfiguration {

    PipelinesEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    PipelinesEndpoint streamsPipelinesEndpoint(
            Pipelines pipelines, PipelineBuilds builds, ManagedTopologies topologies, PipelineCompiler compiler) {
        return new PipelinesEndpoint(pipelines, builds, topologies, compiler);
    }
}
