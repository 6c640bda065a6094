package io.streamsboot.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.streamsboot.boot.autoconfigure.pipeline.PipelineAutoConfiguration;
import io.streamsboot.pipeline.host.Pipelines;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the meters of pipelines. They can be renamed, tagged or denied by Micrometer's filters.
 */
@AutoConfiguration(after = PipelineAutoConfiguration.class)
@ConditionalOnClass({MeterBinder.class, Pipelines.class})
@ConditionalOnBean(Pipelines.class)
public final class PipelineMetricsAutoConfiguration {

    PipelineMetricsAutoConfiguration() {}

    @Bean
    PipelineMeters streamsPipelineMeters(Pipelines pipelines) {
        return new PipelineMeters(pipelines);
    }
}
