package io.streamsboot.boot.autoconfigure.workflow;

import io.streamsboot.boot.KafkaWorkflow;
import io.streamsboot.workflow.WorkflowDefinition;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Finds the workflows among the beans: definitions, and methods with {@link KafkaWorkflow}. */
final class WorkflowBeans {

    private final ConfigurableListableBeanFactory beanFactory;
    private final Map<String, WorkflowProperties> properties;
    private final CodecBeans codecs;

    WorkflowBeans(
            ConfigurableListableBeanFactory beanFactory,
            Map<String, WorkflowProperties> properties,
            CodecBeans codecs) {
        this.beanFactory = beanFactory;
        this.properties = properties;
        this.codecs = codecs;
    }

    List<WorkflowDefinition> collect() {
        Map<String, String> owners = new LinkedHashMap<>();
        List<WorkflowDefinition> definitions = new ArrayList<>();
        beanFactory.getBeansOfType(WorkflowDefinition.class).forEach((bean, definition) -> {
            claim(owners, definition.id(), "bean '" + bean + "'");
            definitions.add(PropertyOverrides.apply(definition, properties.get(definition.id())));
        });
        for (String bean : beanFactory.getBeanDefinitionNames()) {
            Class<?> type = typeOf(bean);
            if (type == null) {
                continue;
            }
            Map<Method, KafkaWorkflow> methods =
                    MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<KafkaWorkflow>)
                            method -> AnnotatedElementUtils.findMergedAnnotation(method, KafkaWorkflow.class));
            methods.forEach((method, annotation) -> {
                claim(owners, annotation.id(), "method " + method.getName() + " of bean '" + bean + "'");
                definitions.add(new AnnotatedWorkflow(beanFactory, bean, method, annotation, codecs)
                        .definition(properties.get(annotation.id())));
            });
        }
        for (String id : properties.keySet()) {
            if (!owners.containsKey(id)) {
                throw new WorkflowConfigurationException(
                        "There are properties for a workflow " + id + ", but there is no such workflow; there are "
                                + owners.keySet() + ".",
                        "Correct the id below 'streams.workflows', or remove the properties.",
                        null);
            }
        }
        return definitions;
    }

    private static void claim(Map<String, String> owners, String id, String owner) {
        String other = owners.putIfAbsent(id, owner);
        if (other != null) {
            throw new WorkflowConfigurationException(
                    "There are two workflows with the id " + id + ": " + other + " and " + owner + ".",
                    "Give each workflow an id of its own.",
                    null);
        }
    }

    private @Nullable Class<?> typeOf(String bean) {
        try {
            Class<?> type = AutoProxyUtils.determineTargetClass(beanFactory, bean);
            return type == null || type.getName().startsWith("org.springframework.") ? null : type;
        } catch (Throwable e) {
            // A bean whose class cannot be loaded has no handlers either.
            return null;
        }
    }
}
