package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.core.deadletter.Cause;
import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Content;
import io.streamsboot.core.deadletter.DeadLetter.Origin;
import io.streamsboot.core.deadletter.DeadLetter.Payload;
import io.streamsboot.core.deadletter.DeadLetter.Place;
import io.streamsboot.core.deadletter.DeadLetter.Target;
import io.streamsboot.core.deadletter.Envelope;
import io.streamsboot.core.deadletter.EnvelopeLimits;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.run.internal.Output;
import java.time.Clock;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Makes dead letters of records. Thread-safe. */
final class LetterDesk {

    /** What a topic takes at Kafka's defaults. */
    private static final long DEFAULT_MAX_BYTES = 1_048_588;

    private final WorkflowDefinition definition;
    private final TopicFacts topics;
    private final Clock clock;

    LetterDesk(WorkflowDefinition definition, TopicFacts topics, Clock clock) {
        this.definition = definition;
        this.topics = topics;
        this.clock = clock;
    }

    Output letter(ConsumerRecord<byte[], byte[]> record, Stage stage, Throwable cause, @Nullable Target target) {
        List<Header> headers = List.of(record.headers().toArray());
        TopicFacts.Facts own = topics.facts(record.topic());
        TopicFacts.Facts dlq = topics.facts(definition.dlqTopic());
        int partitions = own == null ? 0 : own.partitions();
        DeadLetter letter = new DeadLetter(
                Payload.of(Content.SOURCE, record.key(), record.value(), headers),
                new Origin(
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        record.timestamp(),
                        record.timestampType().name,
                        partitions),
                new Place(stage, definition.group(), definition.id(), -1, null, null),
                Cause.of(cause, EnvelopeLimits.DEFAULT),
                Envelope.history(record.headers(), record.headers(), clock.instant()),
                target,
                null);
        boolean samePartition = dlq != null && dlq.partitions() > record.partition();
        return Output.of(Envelope.encode(
                letter,
                definition.dlqTopic(),
                samePartition ? record.partition() : null,
                dlq == null ? DEFAULT_MAX_BYTES : dlq.maxBytes()));
    }
}
