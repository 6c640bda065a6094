package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.topology.deadletter.internal.FailureDesk.Answer;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.jspecify.annotations.Nullable;

/** Sets aside what cannot be decoded, in stream threads and global threads (KIP-1034). Made by Kafka. */
public final class DecodeHandler implements DeserializationExceptionHandler {

    private @Nullable FailureDesk desk;

    @Override
    public void configure(Map<String, ?> configs) {
        DeadLetterEngine engine = DeadLetterEngine.in(configs);
        desk = engine == null ? null : new FailureDesk(engine);
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        FailureDesk present = desk;
        Answer answer =
                present == null ? Answer.FAIL : present.decode(context, record.key(), record.value(), exception);
        return answer.resume() ? Response.resume(answer.letters()) : Response.fail();
    }
}
