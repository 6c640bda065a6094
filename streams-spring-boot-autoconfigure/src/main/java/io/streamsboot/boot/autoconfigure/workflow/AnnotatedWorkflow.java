package io.streamsboot.boot.autoconfigure.workflow;

import io.streamsboot.boot.KafkaWorkflow;
import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.Outcome;
import io.streamsboot.workflow.WorkflowContext;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.options.BatchOptions;
import io.streamsboot.workflow.options.ConcurrencyOptions;
import io.streamsboot.workflow.options.FailureOptions;
import io.streamsboot.workflow.options.WorkflowOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

/** Makes a definition of a method with {@link KafkaWorkflow}. */
final class AnnotatedWorkflow {

    private final ConfigurableListableBeanFactory beanFactory;
    private final String bean;
    private final Method method;
    private final KafkaWorkflow annotation;
    private final CodecBeans codecs;
    private int value = -1;
    private int context = -1;

    AnnotatedWorkflow(
            ConfigurableListableBeanFactory beanFactory,
            String bean,
            Method method,
            KafkaWorkflow annotation,
            CodecBeans codecs) {
        this.beanFactory = beanFactory;
        this.bean = bean;
        this.method = method;
        this.annotation = annotation;
        this.codecs = codecs;
    }

    WorkflowDefinition definition(@Nullable WorkflowProperties properties) {
        findParameters();
        MethodParameter parameter = new MethodParameter(method, value);
        ResolvableType type = ResolvableType.forMethodParameter(parameter);
        boolean batch = List.class.equals(type.resolve());
        ResolvableType element = batch ? type.getGeneric(0) : type;
        if (element.resolve() == null) {
            throw error("does not say the type of its values", "Give " + type + " type arguments that are classes.");
        }
        String from = text(properties == null ? null : properties.getFrom(), annotation.from());
        if (from == null) {
            throw error(
                    "has no input topic",
                    "Set 'from' of the annotation, or the property streams.workflows." + annotation.id() + ".from.");
        }
        String to = text(properties == null ? null : properties.getTo(), annotation.to());
        RecordCodec<?> input = codecs.find(element, annotation.inputCodec(), this::error);
        var builder = WorkflowDefinition.builder(annotation.id())
                .from(from, input)
                .takesTombstones(!batch && Nullness.forMethodParameter(parameter) == Nullness.NULLABLE)
                .options(ignored -> options());
        if (!annotation.group().isEmpty()) {
            builder.group(annotation.group());
        }
        if (to != null) {
            builder.to(to, codecs.find(outputType(batch), annotation.outputCodec(), this::error));
        }
        ReflectionUtils.makeAccessible(method);
        WorkflowDefinition definition = batch
                ? builder.batchHandler((values, run) -> results(invoke(values, run)))
                : builder.handler((single, run) -> invoke(single, run));
        return PropertyOverrides.apply(definition, properties);
    }

    private static @Nullable String text(@Nullable String property, String attribute) {
        return StringUtils.hasText(property) ? property : attribute.isEmpty() ? null : attribute;
    }

    private void findParameters() {
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            if (types[i] == WorkflowContext.class && context < 0) {
                context = i;
            } else if (value < 0) {
                value = i;
            } else {
                throw error(
                        "takes parameters that nobody can give it",
                        "Let it take one value, or a List of values, and if it likes a WorkflowContext.");
            }
        }
        if (value < 0) {
            throw error("takes no value", "Let it take the value of a record, or a List of values.");
        }
    }

    /** What the output's codec is for; where the method says too little, anything is written as JSON. */
    private ResolvableType outputType(boolean batch) {
        ResolvableType returned = ResolvableType.forMethodReturnType(method);
        ResolvableType type = batch ? returned.as(List.class).getGeneric(0) : returned;
        Class<?> raw = type.resolve();
        boolean unknown = raw == null || raw == void.class || Outcome.class.isAssignableFrom(raw);
        return unknown ? ResolvableType.forClass(Object.class) : type;
    }

    private WorkflowOptions options() {
        FailureOptions failure = FailureOptions.DEFAULT
                .withOnError(annotation.onError())
                .withDlqTopic(annotation.dlqTopic().isEmpty() ? null : annotation.dlqTopic())
                .withMaxRetries(annotation.maxRetries())
                .withOnReplayMismatch(annotation.onReplayMismatch());
        ConcurrencyOptions concurrency = ConcurrencyOptions.DEFAULT
                .withOrder(annotation.order())
                .withMaxConcurrency(annotation.maxConcurrency());
        return new WorkflowOptions(
                annotation.delivery(),
                annotation.durable(),
                annotation.journal().isEmpty() ? null : annotation.journal(),
                annotation.idempotencyWindow(),
                failure,
                concurrency,
                new BatchOptions(annotation.maxBatchSize(), Duration.ofMillis(annotation.batchLinger())));
    }

    /** No list at all is a list of the wrong size, which is the run's failure. */
    private static List<?> results(@Nullable Object returned) {
        return returned instanceof List<?> list ? list : List.of();
    }

    private @Nullable Object invoke(@Nullable Object argument, WorkflowContext run) throws Exception {
        @Nullable Object[] arguments = new @Nullable Object[method.getParameterCount()];
        arguments[value] = argument;
        if (context >= 0) {
            arguments[context] = run;
        }
        Object target = beanFactory.getBean(bean);
        try {
            return AopUtils.selectInvocableMethod(method, target.getClass()).invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw e;
        }
    }

    private WorkflowConfigurationException error(String what, String action) {
        return new WorkflowConfigurationException(
                "@KafkaWorkflow '" + annotation.id() + "' (method " + method.getName() + " of bean '" + bean + "') "
                        + what + ".",
                action,
                null);
    }
}
