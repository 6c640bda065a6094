package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.topology.deadletter.internal.FailureDesk.Answer;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.jspecify.annotations.Nullable;

/** Sets aside what cannot be encoded, and what the broker refuses. Made by Kafka. */
public final class ProduceHandler implements ProductionExceptionHandler {

    private @Nullable FailureDesk desk;
    private @Nullable RefusalDesk refusals;

    @Override
    public void configure(Map<String, ?> configs) {
        DeadLetterEngine engine = DeadLetterEngine.in(configs);
        desk = engine == null ? null : new FailureDesk(engine);
        refusals = engine == null ? null : new RefusalDesk(engine);
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        RefusalDesk present = refusals;
        return present != null && present.refused(context, record, exception) ? Response.resume() : Response.fail();
    }

    @Override
    @SuppressWarnings("rawtypes") // as Kafka declares it
    public Response handleSerializationError(
            ErrorHandlerContext context,
            ProducerRecord record,
            Exception exception,
            SerializationExceptionOrigin origin) {
        FailureDesk present = desk;
        Answer answer = present == null
                ? Answer.FAIL
                : present.serialize(
                        context, record.topic(), record.partition(), record.key(), record.value(), exception);
        return answer.resume() ? Response.resume(answer.letters()) : Response.fail();
    }
}
