package io.streamsboot.boot.autoconfigure.health;

import io.streamsboot.boot.autoconfigure.workflow.WorkflowAutoConfiguration;
import io.streamsboot.boot.health.WorkflowsHealthIndicator;
import io.streamsboot.workflow.runtime.Workflows;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health indicator {@code streamsWorkflows}. Switch it off by
 * {@code management.health.streamsworkflows.enabled}; to replace it, declare a bean named
 * {@code streamsWorkflowsHealthIndicator}.
 */
@AutoConfiguration(
        after = WorkflowAutoConfiguration.class,
        beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class, Workflows.class})
@ConditionalOnEnabledHealthIndicator("streamsworkflows")
@ConditionalOnBean(Workflows.class)
public final class WorkflowsHealthContributorAutoConfiguration {

    WorkflowsHealthContributorAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "streamsWorkflowsHealthIndicator")
    WorkflowsHealthIndicator streamsWorkflowsHealthIndicator(Workflows workflows) {
        return new WorkflowsHealthIndicator(workflows);
    }
}
