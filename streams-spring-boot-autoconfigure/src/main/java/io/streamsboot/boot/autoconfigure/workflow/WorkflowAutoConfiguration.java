package io.streamsboot.boot.autoconfigure.workflow;

import io.streamsboot.workflow.StepCodec;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.kafka.KafkaJournal;
import io.streamsboot.workflow.observe.WorkflowObserver;
import io.streamsboot.workflow.runtime.Workflows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.SslConfigs;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * Auto-configuration of durable workflows: every {@link WorkflowDefinition} bean and every method with
 * {@link io.streamsboot.boot.KafkaWorkflow} runs.
 *
 * <p>To change something, use a property below {@code streams.workflows.<id>}; where there is none, a
 * {@link WorkflowsBuilderCustomizer} bean; {@link Journal} beans are journals to choose from; in the end declare a
 * {@link Workflows} bean of your own, which replaces this one.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration",
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration"
        })
@ConditionalOnClass({Workflows.class, KafkaConnectionDetails.class})
@ConditionalOnBooleanProperty(name = "streams.enabled", matchIfMissing = true)
@EnableConfigurationProperties({WorkflowsProperties.class, KafkaProperties.class})
public final class WorkflowAutoConfiguration {

    WorkflowAutoConfiguration() {}

    @Bean
    static LazyInitializationExcludeFilter streamsWorkflowsLazyInitializationExcludeFilter() {
        return LazyInitializationExcludeFilter.forBeanTypes(WorkflowsLifecycle.class);
    }

    @Bean
    @ConditionalOnMissingBean(value = Journal.class, ignoredType = "io.streamsboot.workflow.journal.redis.RedisJournal")
    KafkaJournal streamsWorkflowJournal(KafkaProperties kafka, KafkaConnectionDetails connection) {
        return new KafkaJournal(clients(kafka, connection));
    }

    @Bean
    @ConditionalOnMissingBean
    Workflows streamsWorkflows(
            ConfigurableListableBeanFactory beanFactory,
            WorkflowsProperties properties,
            KafkaProperties kafka,
            KafkaConnectionDetails connection,
            ObjectProvider<Journal> journals,
            ObjectProvider<JsonMapper> mappers,
            ObjectProvider<StepCodec> stepCodecs,
            ObjectProvider<WorkflowObserver> observers,
            ObjectProvider<WorkflowsBuilderCustomizer> customizers) {
        JsonMapper mapper = mappers.getIfAvailable(JsonMapper::shared);
        List<WorkflowDefinition> definitions = new WorkflowBeans(
                        beanFactory, properties.getWorkflows(), new CodecBeans(beanFactory, mapper))
                .collect();
        Workflows.Builder builder = Workflows.builder(clients(kafka, connection))
                .stepCodec(stepCodecs.getIfAvailable(() -> StepCodec.json(mapper)));
        observers.ifAvailable(builder::observer);
        journals.orderedStream().forEach(builder::journal);
        for (WorkflowDefinition definition : definitions) {
            WorkflowProperties own = properties.getWorkflows().get(definition.id());
            builder.workflow(definition, own == null ? Map.of() : Map.copyOf(own.getProperties()));
        }
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }

    @Bean
    WorkflowsLifecycle streamsWorkflowsLifecycle(Workflows workflows, Environment environment) {
        return new WorkflowsLifecycle(
                workflows, environment.getProperty("streams.auto-startup", Boolean.class, Boolean.TRUE));
    }

    private static Map<String, Object> clients(KafkaProperties kafka, KafkaConnectionDetails connection) {
        Map<String, Object> config = new HashMap<>(kafka.getProperties());
        KafkaConnectionDetails.Configuration details = connection.getConsumer();
        config.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, details.getBootstrapServers());
        if (StringUtils.hasLength(details.getSecurityProtocol())) {
            config.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, details.getSecurityProtocol());
        }
        SslBundle bundle = details.getSslBundle();
        if (bundle != null) {
            config.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, SslBundleSslEngineFactory.class);
            config.put(SslBundle.class.getName(), bundle);
        }
        if (Boolean.TRUE.equals(kafka.getConsumer().getEnableAutoCommit())) {
            // Refused further on, with the reason.
            config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, true);
        }
        return config;
    }
}
