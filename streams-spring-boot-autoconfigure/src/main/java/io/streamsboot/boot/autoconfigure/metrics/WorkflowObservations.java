package io.streamsboot.boot.autoconfigure.metrics;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import io.streamsboot.workflow.observe.WorkflowObserver;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Observes workflows as {@value #RUN}, {@value #STEP}, {@value #JOURNAL} and {@value #COMMIT}, with the workflow as a tag,
 * steps also with their name. A run goes on with the trace that the headers of its (first) record have, and outputs carry
 * it on.
 */
public final class WorkflowObservations implements WorkflowObserver {

    /** An attempt of a run. */
    public static final String RUN = "streams.workflow.run";

    /** A step with its retries. */
    public static final String STEP = "streams.workflow.step";

    /** The time until something is in the journal. */
    public static final String JOURNAL = "streams.workflow.journal";

    /** Writing outputs and, with exactly-once, committing them. */
    public static final String COMMIT = "streams.workflow.commit";

    /** An output, made by a run. */
    public static final String OUTPUT = "streams.workflow.output";

    private static final String WORKFLOW = "workflow";

    private final ObservationRegistry registry;

    WorkflowObservations(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public Observed attempt(String workflow, List<ConsumerRecord<byte[], byte[]>> records, int number) {
        ReceiverContext<ConsumerRecord<byte[], byte[]>> context =
                new ReceiverContext<>(WorkflowObservations::header, Kind.CONSUMER);
        context.setCarrier(records.get(0));
        return begin(Observation.createNotStarted(RUN, () -> context, registry)
                .lowCardinalityKeyValue(WORKFLOW, workflow)
                .highCardinalityKeyValue("attempt", Integer.toString(number)));
    }

    private static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public Observed step(String workflow, String step, Observed attempt) {
        return begin(below(attempt, Observation.createNotStarted(STEP, registry))
                .lowCardinalityKeyValue(WORKFLOW, workflow)
                .lowCardinalityKeyValue("step", step));
    }

    @Override
    public Observed journal(String workflow, Observed attempt) {
        // Without a scope, which only the thread that opened it can close.
        Observation waiting = below(attempt, Observation.createNotStarted(JOURNAL, registry))
                .lowCardinalityKeyValue(WORKFLOW, workflow)
                .start();
        return new Started(waiting);
    }

    @Override
    public Observed commit(String workflow, int runs) {
        return begin(Observation.createNotStarted(COMMIT, registry).lowCardinalityKeyValue(WORKFLOW, workflow));
    }

    private static Observation below(Observed attempt, Observation observation) {
        return attempt instanceof InScope parent ? observation.parentObservation(parent.observation()) : observation;
    }

    private Observed begin(Observation observation) {
        observation.start();
        return new InScope(registry, observation, observation.openScope());
    }

    /** An observation that any thread may end. */
    private record Started(Observation observation) implements Observed {

        @Override
        public void failed(Throwable cause) {
            observation.error(cause);
        }

        @Override
        public void headers(BiConsumer<String, String> headers) {}

        @Override
        public void close() {
            observation.stop();
        }
    }

    private record InScope(ObservationRegistry registry, Observation observation, Observation.Scope scope)
            implements Observed {

        @Override
        public void failed(Throwable cause) {
            observation.error(cause);
        }

        @Override
        public void headers(BiConsumer<String, String> headers) {
            SenderContext<BiConsumer<String, String>> context = new SenderContext<>(
                    (carrier, name, value) -> {
                        if (carrier != null) {
                            carrier.accept(name, value);
                        }
                    },
                    Kind.PRODUCER);
            context.setCarrier(headers);
            Observation.createNotStarted(OUTPUT, () -> context, registry)
                    .parentObservation(observation)
                    .start()
                    .stop();
        }

        @Override
        public void close() {
            scope.close();
            observation.stop();
        }
    }
}
