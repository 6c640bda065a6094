package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.topology.deadletter.internal.FailureDesk.Answer;
import java.util.Map;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Sets aside what user code fails on, and tells what punctuators fail with (KIP-1033, KIP-1270). Made by Kafka. */
public final class ProcessHandler implements ProcessingExceptionHandler {

    private @Nullable FailureDesk desk;

    @Override
    public void configure(Map<String, ?> configs) {
        DeadLetterEngine engine = DeadLetterEngine.in(configs);
        desk = engine == null ? null : new FailureDesk(engine);
    }

    @Override
    public Response handleError(ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception) {
        FailureDesk present = desk;
        Answer answer = present == null
                ? Answer.FAIL
                : present.process(
                        context,
                        record == null ? null : record.key(),
                        record == null ? null : record.value(),
                        record != null,
                        exception);
        return answer.resume() ? Response.resume(answer.letters()) : Response.fail();
    }
}
