package io.streamsboot.boot.autoconfigure.actuate;

import io.streamsboot.boot.actuate.WorkflowsEndpoint;
import io.streamsboot.boot.autoconfigure.workflow.WorkflowAutoConfiguration;
import io.streamsboot.workflow.runtime.Workflows;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of {@link WorkflowsEndpoint}. As any endpoint it has to be exposed; to replace it, declare a bean of
 * its type.
 */
@AutoConfiguration(after = WorkflowAutoConfiguration.class)
@ConditionalOnClass({ConditionalOnAvailableEndpoint.class, Workflows.class})
@ConditionalOnAvailableEndpoint(WorkflowsEndpoint.class)
@ConditionalOnBean(Workflows.class)
public final class WorkflowsEndpointAutoConfiguration {

    WorkflowsEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    WorkflowsEndpoint streamsWorkflowsEndpoint(Workflows workflows) {
        return new WorkflowsEndpoint(workflows);
    }
}
