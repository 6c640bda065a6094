package io.streamsboot.workflow;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.options.Delivery;
import io.streamsboot.workflow.options.OnError;
import io.streamsboot.workflow.options.OnReplayMismatch;
import io.streamsboot.workflow.options.WorkflowOptions;
import java.util.Collections;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A workflow: a handler, and the topics that it stands between. Immutable.
 *
 * <pre>{@code
 * WorkflowDefinition.builder("enrich")
 *         .from("flights", RecordCodec.json(Flight.class))
 *         .to("flights.enriched", RecordCodec.json(Enriched.class))
 *         .group("enricher")
 *         .handler((flight, context) -> {
 *             Weather weather = context.step("weather", () -> lookup(flight.origin()));
 *             return new Enriched(flight, weather);
 *         });
 * }</pre>
 */
public final class WorkflowDefinition {

    private static final Pattern ID = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}");

    private final String id;
    private final String from;
    private final @Nullable String to;
    private final String group;
    private final RecordCodec<Object> input;
    private final @Nullable RecordCodec<Object> output;
    private final BatchHandler<Object> handler;
    private final boolean batch;
    private final boolean tombstones;
    private final WorkflowOptions options;

    private WorkflowDefinition(
            Builder<?> builder, WorkflowOptions options, BatchHandler<Object> handler, boolean batch) {
        this.id = builder.id;
        this.from = Objects.requireNonNull(builder.from);
        this.to = builder.to;
        this.group = builder.group == null ? builder.id : builder.group;
        this.input = erase(Objects.requireNonNull(builder.input));
        this.output = builder.output == null ? null : erase(builder.output);
        this.handler = handler;
        this.batch = batch;
        this.tombstones = builder.tombstones;
        this.options = options;
        check();
    }

    private WorkflowDefinition(
            WorkflowDefinition other, String from, @Nullable String to, String group, WorkflowOptions options) {
        this.id = other.id;
        this.from = from;
        this.to = to;
        this.group = group;
        this.input = other.input;
        this.output = other.output;
        this.handler = other.handler;
        this.batch = other.batch;
        this.tombstones = other.tombstones;
        this.options = options;
        check();
    }

    @SuppressWarnings("unchecked")
    private static RecordCodec<Object> erase(RecordCodec<?> codec) {
        return (RecordCodec<Object>) codec;
    }

    /**
     * Begins a definition.
     *
     * @param id name of the workflow, unique in its program: letters, digits, dots, dashes and underscores
     */
    public static Builder<Object> builder(String id) {
        return new Builder<>(id);
    }

    /** The same workflow with other options. */
    public WorkflowDefinition withOptions(UnaryOperator<WorkflowOptions> change) {
        return new WorkflowDefinition(this, from, to, group, change.apply(options));
    }

    /** The same workflow with another input topic. */
    public WorkflowDefinition withFrom(String topic) {
        return new WorkflowDefinition(this, topic, to, group, options);
    }

    /**
     * The same workflow with another output topic.
     *
     * @throws WorkflowException if it has none, so that nobody knows how to write there
     */
    public WorkflowDefinition withTo(String topic) {
        if (output == null) {
            throw refused("has no output, so that its topic cannot be " + topic, "Give it an output by to(…).");
        }
        return new WorkflowDefinition(this, from, topic, group, options);
    }

    /** The same workflow in another consumer group. */
    public WorkflowDefinition withGroup(String name) {
        return new WorkflowDefinition(this, from, to, name, options);
    }

    public String id() {
        return id;
    }

    /** The input topic. */
    public String from() {
        return from;
    }

    /** The output topic, if there is one. */
    public @Nullable String to() {
        return to;
    }

    /** The consumer group. */
    public String group() {
        return group;
    }

    public RecordCodec<Object> input() {
        return input;
    }

    public @Nullable RecordCodec<Object> output() {
        return output;
    }

    /** The handler; that of single records takes and returns lists of one. */
    public BatchHandler<Object> handler() {
        return handler;
    }

    /** Whether a run has several records. */
    public boolean isBatch() {
        return batch;
    }

    /** Whether the handler takes tombstones. */
    public boolean takesTombstones() {
        return tombstones;
    }

    public WorkflowOptions options() {
        return options;
    }

    /** Topic of the dead letters, whether or not the workflow writes any. */
    public String dlqTopic() {
        String named = options.failure().dlqTopic();
        return named == null ? from + ".dlq" : named;
    }

    @Override
    public String toString() {
        return "WorkflowDefinition[" + id + ": " + from + " -> " + to + "]";
    }

    private void check() {
        if (!ID.matcher(id).matches()) {
            throw refused("has an id that cannot be used", "Use letters, digits, dots, dashes and underscores.");
        }
        if (from.equals(to)) {
            throw refused("reads and writes the same topic " + from, "Give it another output topic.");
        }
        if (from.equals(dlqTopic())) {
            throw refused("would read its own dead letters from topic " + from, "Give it another dlqTopic.");
        }
        if (dlqTopic().equals(to)) {
            throw refused(
                    "writes results and dead letters to the same topic " + to, "Give it another output or dlqTopic.");
        }
        boolean none = "none".equals(options.journal());
        if (options.durable() && none) {
            throw refused(
                    "is durable but has no journal (journal: none)", "Choose a journal, or set durable to false.");
        }
        if (!options.durable() && options.journal() != null && !none) {
            throw refused(
                    "is not durable but names the journal " + options.journal(),
                    "Leave out the journal, or set durable to true.");
        }
        if (!options.durable() && options.delivery() == Delivery.EXACTLY_ONCE) {
            throw refused(
                    "is not durable but wants exactly-once delivery", "Set durable to true, or deliver at-least-once.");
        }
        if (!options.durable() && options.failure().onReplayMismatch() == OnReplayMismatch.RESTART_RUN) {
            throw refused("is not durable, so that nothing is replayed", "Leave out onReplayMismatch.");
        }
        Objects.requireNonNull(options.failure().onError(), OnError.class.getSimpleName());
    }

    private WorkflowException refused(String what, String action) {
        return new WorkflowException("Workflow " + id + " " + what + ".", action);
    }

    /**
     * Collects what a workflow is made of. Not thread-safe.
     *
     * @param <I> type of the input's values
     */
    public static final class Builder<I> {

        private final String id;
        private @Nullable String from;
        private @Nullable String to;
        private @Nullable String group;
        private @Nullable RecordCodec<?> input;
        private @Nullable RecordCodec<?> output;
        private boolean tombstones;
        private WorkflowOptions options = WorkflowOptions.DEFAULT;

        private Builder(String id) {
            this.id = Objects.requireNonNull(id, "id");
        }

        /** The input topic, and how its values are read. */
        @SuppressWarnings("unchecked")
        public <T> Builder<T> from(String topic, RecordCodec<T> codec) {
            this.from = Objects.requireNonNull(topic, "topic");
            this.input = Objects.requireNonNull(codec, "codec");
            return (Builder<T>) this;
        }

        /** The output topic, and how its values are written; without one, results are an error. */
        public Builder<I> to(String topic, RecordCodec<?> codec) {
            this.to = Objects.requireNonNull(topic, "topic");
            this.output = Objects.requireNonNull(codec, "codec");
            return this;
        }

        /** The consumer group; the workflow's id by default. */
        public Builder<I> group(String name) {
            this.group = Objects.requireNonNull(name, "name");
            return this;
        }

        /** Hands tombstones to the handler; otherwise they are skipped and counted. */
        public Builder<I> takesTombstones(boolean takes) {
            this.tombstones = takes;
            return this;
        }

        /** Changes the options, which begin with their defaults. */
        public Builder<I> options(UnaryOperator<WorkflowOptions> change) {
            this.options = change.apply(options);
            return this;
        }

        /** A handler for one record at a time; ends the definition. */
        @SuppressWarnings("unchecked")
        public WorkflowDefinition handler(RecordHandler<I> handler) {
            Objects.requireNonNull(handler, "handler");
            RecordHandler<Object> erased = (RecordHandler<Object>) handler;
            return build((values, context) -> Collections.singletonList(erased.handle(values.get(0), context)), false);
        }

        /** A handler for several consecutive records; ends the definition. */
        @SuppressWarnings("unchecked")
        public WorkflowDefinition batchHandler(BatchHandler<I> handler) {
            return build((BatchHandler<Object>) Objects.requireNonNull(handler, "handler"), true);
        }

        private WorkflowDefinition build(BatchHandler<Object> handler, boolean batch) {
            if (from == null) {
                throw new WorkflowException("Workflow " + id + " has no input topic.", "Give it one by from(…).");
            }
            return new WorkflowDefinition(this, options, handler, batch);
        }
    }
}
