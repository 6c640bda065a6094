package io.streamsboot.boot.autoconfigure.metrics;

import io.micrometer.observation.ObservationRegistry;
import io.streamsboot.boot.autoconfigure.workflow.WorkflowAutoConfiguration;
import io.streamsboot.workflow.observe.WorkflowObserver;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of observations of workflows. To replace them, declare a {@link WorkflowObserver} bean; single ones are
 * switched off by {@code management.observations.enable.*}.
 */
@AutoConfiguration(
        before = WorkflowAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass({ObservationRegistry.class, WorkflowObserver.class})
@ConditionalOnBean(ObservationRegistry.class)
public final class WorkflowObservationAutoConfiguration {

    WorkflowObservationAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(WorkflowObserver.class)
    WorkflowObservations streamsWorkflowObservations(ObservationRegistry registry) {
        return new WorkflowObservations(registry);
    }
}
