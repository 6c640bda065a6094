package io.streamsboot.boot;

import io.streamsboot.workflow.options.Delivery;
import io.streamsboot.workflow.options.OnError;
import io.streamsboot.workflow.options.OnReplayMismatch;
import io.streamsboot.workflow.options.Order;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of any bean the handler of a durable workflow. It takes the value of a record and, if it likes, the
 * {@link io.streamsboot.workflow.WorkflowContext}, and returns a value for the output topic, an
 * {@link io.streamsboot.workflow.Outcome}, or null. A {@code List} of values makes it a handler of batches, which returns
 * a list of results. A value that may be null takes tombstones.
 *
 * <pre>{@code
 * @KafkaWorkflow(id = "enrich", from = "flights", to = "flights.enriched", group = "enricher")
 * Enriched enrich(Flight flight, WorkflowContext context) {
 *     Weather weather = context.step("weather", () -> lookup(flight.origin()));
 *     return new Enriched(flight, weather);
 * }
 * }</pre>
 *
 * <p>Properties below {@code streams.workflows.<id>} win over what is said here.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface KafkaWorkflow {

    /** Id of the workflow, unique in the application. */
    String id();

    /** The input topic; may be empty if the property says it. */
    String from() default "";

    /** The output topic; empty for none. */
    String to() default "";

    /** The consumer group; empty for the id. */
    String group() default "";

    /** Name of the {@code RecordCodec} or {@code Serde} bean that reads values; empty to find one by type. */
    String inputCodec() default "";

    /** Name of the {@code RecordCodec} or {@code Serde} bean that writes values; empty to find one by type. */
    String outputCodec() default "";

    /** What becomes of a run that has failed for good. */
    OnError onError() default OnError.DLQ;

    /** Topic of the dead letters; empty for {@code <from>.dlq}. */
    String dlqTopic() default "";

    /** Attempts after the first. */
    int maxRetries() default 2;

    /** What becomes of a run whose journal does not match its handler. */
    OnReplayMismatch onReplayMismatch() default OnReplayMismatch.DLQ;

    /** Which records wait for each other. */
    Order order() default Order.KEY;

    /** Runs in flight in this process. */
    int maxConcurrency() default 8;

    /** How outputs and offsets belong together. */
    Delivery delivery() default Delivery.AT_LEAST_ONCE;

    /** Whether runs are journaled. */
    boolean durable() default true;

    /** Name of the journal; empty for the default. */
    String journal() default "";

    /** Outcomes of runs below the committed offset that are kept per partition. */
    int idempotencyWindow() default 10_000;

    /** Records in a batch. */
    int maxBatchSize() default 256;

    /** Milliseconds for which a batch that is not full waits for more. */
    long batchLinger() default 0;
}
