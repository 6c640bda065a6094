package io.streamsboot.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.streamsboot.boot.autoconfigure.workflow.WorkflowAutoConfiguration;
import io.streamsboot.workflow.runtime.Workflows;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the meters of workflows. Meters can be renamed, tagged or denied by Micrometer's filters. */
@AutoConfiguration(
        after = WorkflowAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({MeterRegistry.class, Workflows.class})
@ConditionalOnBean({MeterRegistry.class, Workflows.class})
public final class WorkflowMetricsAutoConfiguration {

    WorkflowMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    WorkflowMeters streamsWorkflowMeters(Workflows workflows) {
        return new WorkflowMeters(workflows);
    }
}
