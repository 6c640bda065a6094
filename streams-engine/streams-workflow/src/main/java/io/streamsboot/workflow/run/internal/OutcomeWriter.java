package io.streamsboot.workflow.run.internal;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.Outcome;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.observe.WorkflowObserver.Observed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Makes records of what a handler returns. */
final class OutcomeWriter {

    /** Rides on each output. */
    static final String RUN_ID = "streams.run-id";

    /** Headers that go from a record to what is made of it. */
    private static final Set<String> TRACE = Set.of("traceparent", "tracestate", "baggage");

    private final WorkflowDefinition definition;
    private final String runId;
    private final Holding holding;
    private final Observed observed;

    OutcomeWriter(WorkflowDefinition definition, String runId, Holding holding, Observed observed) {
        this.observed = observed;
        this.definition = definition;
        this.runId = runId;
        this.holding = holding;
    }

    List<RecordOutcome> write(List<ConsumerRecord<byte[], byte[]>> records, @Nullable List<?> results) {
        if (results == null || results.size() != records.size()) {
            throw new IllegalStateException("the handler of workflow " + definition.id() + " returned "
                    + (results == null ? "null" : results.size() + " results") + " for " + records.size()
                    + " records; it must return one for each");
        }
        List<RecordOutcome> outcomes = new ArrayList<>(records.size());
        for (int i = 0; i < records.size(); i++) {
            outcomes.add(outcome(records.get(i), results.get(i)));
        }
        return outcomes;
    }

    private RecordOutcome outcome(ConsumerRecord<byte[], byte[]> source, @Nullable Object result) {
        if (result == null || result instanceof Outcome.Skip) {
            return new RecordOutcome.Skipped();
        }
        if (result instanceof Outcome.Dead dead) {
            return new RecordOutcome.SetAside(dead.reason());
        }
        List<Outcome.Emit> emits = result instanceof Outcome.Many many
                ? many.records()
                : List.of(result instanceof Outcome.Emit emit ? emit : Outcome.emit(result));
        if (emits.isEmpty()) {
            return new RecordOutcome.Skipped();
        }
        List<Output> outputs = new ArrayList<>(emits.size());
        for (Outcome.Emit emit : emits) {
            outputs.add(output(source, emit));
        }
        return new RecordOutcome.Written(outputs);
    }

    private Output output(ConsumerRecord<byte[], byte[]> source, Outcome.Emit emit) {
        String topic = emit.topic() == null ? definition.to() : emit.topic();
        if (topic == null) {
            throw new IllegalStateException("the handler of workflow " + definition.id()
                    + " returned a result, but the workflow has no output topic; give it one, or use emitTo");
        }
        Headers headers = new ProducerRecord<byte[], byte[]>(topic, null).headers();
        for (Header header : source.headers()) {
            if (TRACE.contains(header.key())) {
                headers.add(header);
            }
        }
        observed.headers((name, value) -> {
            headers.remove(name);
            headers.add(name, value.getBytes(StandardCharsets.UTF_8));
        });
        emit.headers().forEach(headers::add);
        headers.remove(RUN_ID);
        headers.add(RUN_ID, runId.getBytes(StandardCharsets.UTF_8));
        byte[] value = emit.value() == null ? null : encode(topic, headers, emit, emit.value());
        List<HeaderBytes> kept = new ArrayList<>();
        for (Header header : headers) {
            kept.add(new HeaderBytes(header.key(), header.value()));
        }
        return new Output(topic, null, emit.ownKey() ? emit.key() : source.key(), value, source.timestamp(), kept);
    }

    @SuppressWarnings("unchecked")
    private byte @Nullable [] encode(String topic, Headers headers, Outcome.Emit emit, Object value) {
        RecordCodec<Object> codec = emit.codec() == null ? definition.output() : (RecordCodec<Object>) emit.codec();
        if (codec == null) {
            throw new IllegalStateException("the handler of workflow " + definition.id() + " emits to topic " + topic
                    + ", but nothing says how to write that; give emitTo a codec");
        }
        try {
            return holding.reachable(
                    codec,
                    definition.options().failure().schemaRegistryTimeout(),
                    () -> codec.encode(topic, headers, value));
        } catch (RuntimeException e) {
            throw new EncodeFailure(e);
        }
    }
}
