package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.run.internal.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outputs of one window under way. Belongs to the sender's thread, apart from {@link #onCompletion}: nearly always all
 * are taken, and then none of them is looked at again.
 */
final class Sending implements Callback {

    private static final Logger LOG = LoggerFactory.getLogger(Sending.class);

    /** What is wrong with a record and not with the cluster. */
    private static final List<Class<? extends Exception>> RECORDS_FAULT = List.of(
            RecordTooLargeException.class,
            SerializationException.class,
            InvalidTopicException.class,
            InvalidRecordException.class,
            InvalidTimestampException.class,
            PolicyViolationException.class,
            TopicAuthorizationException.class,
            UnknownTopicOrPartitionException.class,
            IllegalArgumentException.class);

    private final String workflow;
    private final List<Work> owners = new ArrayList<>();
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private final Map<Work, Exception> causes = new HashMap<>();
    private final AtomicInteger taken = new AtomicInteger();

    Sending(String workflow) {
        this.workflow = workflow;
    }

    void send(Producer<byte[], byte[]> producer, Work work, Output output) {
        try {
            sent.add(producer.send(output.record(), this));
            owners.add(work);
        } catch (IllegalArgumentException | SerializationException e) {
            causes.put(work, e);
        }
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (failure == null) {
            taken.incrementAndGet();
        }
    }

    /** Which were not taken, once the producer was flushed. */
    Window.Refused result() throws InterruptedException {
        Set<Work> unsent = new HashSet<>();
        boolean all = taken.get() == sent.size();
        for (int i = 0; !all && i < sent.size(); i++) {
            try {
                sent.get(i).get();
            } catch (ExecutionException e) {
                Throwable cause = e.getCause();
                if (cause instanceof Exception failure && isRecordsFault(failure)) {
                    causes.put(owners.get(i), failure);
                } else {
                    LOG.debug("Workflow {}: an output was not acknowledged", workflow, cause);
                    unsent.add(owners.get(i));
                }
            }
        }
        unsent.removeAll(causes.keySet());
        return new Window.Refused(causes, unsent);
    }

    private static boolean isRecordsFault(Exception failure) {
        return RECORDS_FAULT.stream().anyMatch(type -> type.isInstance(failure));
    }
}
