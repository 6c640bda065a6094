package io.streamsboot.boot.autoconfigure.workflow;

import io.streamsboot.core.Backoff;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.options.BatchOptions;
import io.streamsboot.workflow.options.ConcurrencyOptions;
import io.streamsboot.workflow.options.FailureOptions;
import io.streamsboot.workflow.options.WorkflowOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.util.unit.DataSize;

/** Lays the properties of a workflow over its definition. */
final class PropertyOverrides {

    private static final String PREFIX = "streams.workflows.";

    private PropertyOverrides() {}

    static WorkflowDefinition apply(WorkflowDefinition definition, @Nullable WorkflowProperties properties) {
        if (properties == null) {
            return definition;
        }
        try {
            return apply(definition, properties, definition.options());
        } catch (IllegalArgumentException e) {
            throw new WorkflowConfigurationException(
                    "The properties of workflow " + definition.id() + " cannot be used: " + e.getMessage() + ".",
                    "Correct them below '" + PREFIX + definition.id() + "'.",
                    e);
        }
    }

    private static WorkflowDefinition apply(
            WorkflowDefinition definition, WorkflowProperties properties, WorkflowOptions options) {
        WorkflowOptions changed = new WorkflowOptions(
                or(properties.getDelivery(), options.delivery()),
                or(properties.getDurable(), options.durable()),
                properties.getJournal() == null ? options.journal() : properties.getJournal(),
                or(properties.getIdempotencyWindow(), options.idempotencyWindow()),
                failure(properties, options.failure()),
                concurrency(properties, options.concurrency()),
                new BatchOptions(
                        or(properties.getMaxBatchSize(), options.batch().maxBatchSize()),
                        or(properties.getBatchLinger(), options.batch().batchLinger())));
        // Topics first: they decide what the dead letters are called, and the check looks at both.
        PropertyMapper map = PropertyMapper.get();
        WorkflowDefinition[] holder = {definition};
        map.from(properties::getFrom).to(topic -> holder[0] = holder[0].withFrom(topic));
        map.from(properties::getTo).to(topic -> holder[0] = holder[0].withTo(topic));
        map.from(properties::getGroup).to(group -> holder[0] = holder[0].withGroup(group));
        return holder[0].withOptions(ignored -> changed);
    }

    private static FailureOptions failure(WorkflowProperties properties, FailureOptions options) {
        Duration initial = or(properties.getRetryDelay(), options.backoff().initial());
        Duration most = or(properties.getMaxRetryDelay(), options.backoff().max());
        return new FailureOptions(
                or(properties.getOnError(), options.onError()),
                properties.getDlqTopic() == null ? options.dlqTopic() : properties.getDlqTopic(),
                or(properties.getMaxRetries(), options.maxRetries()),
                new Backoff(
                        initial,
                        options.backoff().multiplier(),
                        most,
                        options.backoff().jitter()),
                or(properties.getOnReplayMismatch(), options.onReplayMismatch()),
                or(properties.getSchemaRegistryTimeout(), options.schemaRegistryTimeout()));
    }

    private static ConcurrencyOptions concurrency(WorkflowProperties properties, ConcurrencyOptions options) {
        DataSize size = properties.getMaxUncommittedSize();
        return new ConcurrencyOptions(
                or(properties.getOrder(), options.order()),
                or(properties.getMaxConcurrency(), options.maxConcurrency()),
                or(properties.getMaxUncommitted(), options.maxUncommitted()),
                size == null ? options.maxUncommittedBytes() : size.toBytes());
    }

    private static <T> T or(@Nullable T value, T otherwise) {
        return value == null ? otherwise : value;
    }
}
