package io.streamsboot.boot.autoconfigure.pipeline;

import io.streamsboot.boot.autoconfigure.StreamsAutoConfiguration;
import io.streamsboot.boot.autoconfigure.StreamsConfigurationException;
import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.expression.ExpressionFunction;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import io.streamsboot.pipeline.host.BuildOptions;
import io.streamsboot.pipeline.host.HttpPipelineHost;
import io.streamsboot.pipeline.host.LocalPipelineHost;
import io.streamsboot.pipeline.host.PipelineBuilds;
import io.streamsboot.pipeline.host.PipelineHost;
import io.streamsboot.pipeline.host.Pipelines;
import io.streamsboot.pipeline.program.ProgramOptions;
import io.streamsboot.topology.runtime.ManagedTopologies;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import org.apache.kafka.streams.KafkaStreams;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.io.support.ResourcePatternResolver;

/**
 * Auto-configuration of declarative pipelines: every definition in a file of {@code streams.pipelines.location}, in
 * {@code streams.pipelines.definitions}, of a {@link PipelineDefinition} bean and of a {@link PipelineHost} bean becomes a
 * managed topology with the name of the pipeline.
 *
 * <p>To change something, use a property below {@code streams.pipelines}, and below {@code streams.topologies.<name>} for one
 * pipeline; declare {@link ExpressionFunction} beans for functions of expressions, or a {@link FunctionRegistry} bean to take
 * some away; a {@link ProgramOptions} bean decides which programs steps may run; {@link PipelineHost} beans are hosts beside the application and the one at {@code streams.pipelines.host.url};
 * in the end declare a {@link Pipelines} bean of your own, which replaces this one.
 */
@AutoConfiguration(
        before = StreamsAutoConfiguration.class,
        afterName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration")
@ConditionalOnClass({PipelineCompiler.class, KafkaStreams.class, KafkaConnectionDetails.class})
@ConditionalOnBooleanProperty(name = "streams.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "streams.pipelines.enabled", matchIfMissing = true)
@EnableConfigurationProperties(PipelinesProperties.class)
public final class PipelineAutoConfiguration {

    PipelineAutoConfiguration() {}

    @Bean
    static LazyInitializationExcludeFilter streamsPipelinesLazyInitializationExcludeFilter() {
        return LazyInitializationExcludeFilter.forBeanTypes(PipelineBuildsLifecycle.class);
    }

    @Bean
    @ConditionalOnMissingBean
    FunctionRegistry streamsExpressionFunctions(ObjectProvider<ExpressionFunction> functions) {
        try {
            return FunctionRegistry.standard().with(functions.orderedStream().toList());
        } catch (IllegalArgumentException e) {
            throw new StreamsConfigurationException(
                    "The ExpressionFunction beans cannot all be used: " + e.getMessage() + ".",
                    "Rename the function, or declare a FunctionRegistry bean that decides.");
        }
    }

    @Bean
    @ConditionalOnMissingBean
    ProgramOptions streamsPipelinePrograms(PipelinesProperties properties, ResourceLoader loader) {
        return PipelinePrograms.options(properties.getPrograms(), loader);
    }

    @Bean
    @ConditionalOnMissingBean
    PipelineCompiler streamsPipelineCompiler(FunctionRegistry functions, ProgramOptions programs) {
        return new PipelineCompiler(functions, programs);
    }

    @Bean
    @ConditionalOnMissingBean
    LocalPipelineHost streamsLocalPipelineHost(
            PipelinesProperties properties, ResourcePatternResolver resolver, ListableBeanFactory beanFactory) {
        return LocalPipelines.collect(
                new PipelineFiles(resolver).find(properties.getLocation()),
                properties.getDefinitions(),
                beanFactory.getBeansOfType(PipelineDefinition.class));
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty("streams.pipelines.host.url")
    HttpPipelineHost streamsHttpPipelineHost(PipelinesProperties properties, ObjectProvider<SslBundles> bundles) {
        PipelineHostProperties host = properties.getHost();
        String key = PipelinesProperties.PREFIX + ".host";
        if (host.getPipelines().isEmpty()) {
            throw new InvalidConfigurationPropertyValueException(
                    key + ".pipelines", host.getPipelines(), "It must name the pipelines that the host is asked for.");
        }
        try {
            HttpPipelineHost.Builder builder = HttpPipelineHost.at(new URI(String.valueOf(host.getUrl())));
            host.getPipelines().forEach(builder::pipeline);
            host.getHeaders().forEach(builder::header);
            builder.timeouts(host.getConnectTimeout(), host.getRequestTimeout());
            String bundle = host.getSslBundle();
            if (bundle != null) {
                builder.ssl(bundles.getObject().getBundle(bundle).createSslContext());
            }
            return builder.build();
        } catch (IllegalArgumentException | URISyntaxException e) {
            throw new StreamsConfigurationException(
                    "The host of pipelines cannot be asked as the properties below '" + key + "' say: " + e.getMessage()
                            + ".",
                    "Correct them.");
        }
    }

    /** Hosts are asked here, while the context is made: without its pipelines the application is not complete. */
    @Bean
    @ConditionalOnMissingBean
    Pipelines streamsPipelines(
            ObjectProvider<PipelineHost> hosts,
            PipelineCompiler compiler,
            KafkaConnectionDetails connection,
            PipelinesProperties properties) {
        Duration idleTimeout = properties.getIdleTimeout();
        if (idleTimeout != null && idleTimeout.isNegative()) {
            throw new InvalidConfigurationPropertyValueException(
                    PipelinesProperties.PREFIX + ".idle-timeout", idleTimeout, "It must not be negative.");
        }
        return Pipelines.load(
                hosts.orderedStream().toList(),
                definition -> idleTimeout == null
                        ? definition
                        : definition.withSettings(definition.settings().withIdleTimeoutMs(idleTimeout.toMillis())),
                compiler,
                connection.getStreams().getBootstrapServers());
    }

    @Bean
    PipelineTopologies streamsPipelineTopologies(Pipelines pipelines, PipelinesProperties properties) {
        return new PipelineTopologies(pipelines, properties);
    }

    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    PipelineBuilds streamsPipelineBuilds(
            Pipelines pipelines, ManagedTopologies topologies, PipelinesProperties properties) {
        try {
            return new PipelineBuilds(
                    pipelines,
                    topologies,
                    new BuildOptions(properties.getHeartbeatInterval(), properties.getStopWhenIdle()));
        } catch (IllegalArgumentException e) {
            throw new StreamsConfigurationException(
                    "Pipelines cannot be watched as the properties below '" + PipelinesProperties.PREFIX + "' say: "
                            + e.getMessage() + ".",
                    "Correct 'heartbeat-interval' or 'stop-when-idle'; a ManagedTopologies bean of your own must have"
                            + " a topology for every pipeline.");
        }
    }

    @Bean
    PipelineBuildsLifecycle streamsPipelineBuildsLifecycle(PipelineBuilds builds) {
        return new PipelineBuildsLifecycle(builds);
    }
}
