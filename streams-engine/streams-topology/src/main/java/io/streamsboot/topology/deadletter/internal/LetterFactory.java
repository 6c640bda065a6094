package io.streamsboot.topology.deadletter.internal;

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
import java.time.Clock;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;

/** Makes dead letters of what is known. Thread-safe. */
final class LetterFactory {

    private static final int MAX_TEXT = 1_000;

    private final String application;
    private final String topology;
    private final EnvelopeLimits limits;
    private final TopicBook topics;
    private final Clock clock;

    /**
     * Coordinates of a failure.
     *
     * @param topic topic of the source record, or null
     * @param partition its partition, or -1
     * @param offset its offset, or -1
     * @param headers the record's headers at the moment of the failure
     * @param node name of the node, or null
     * @param task id of the task, or null
     */
    record Spot(
            @Nullable String topic,
            int partition,
            long offset,
            List<Header> headers,
            @Nullable String node,
            @Nullable TaskId task) {

        String name() {
            return topic == null ? "(none)" : topic + "-" + partition + "@" + offset;
        }
    }

    LetterFactory(String application, String topology, EnvelopeLimits limits, TopicBook topics, Clock clock) {
        this.application = application;
        this.topology = topology;
        this.limits = limits;
        this.topics = topics;
        this.clock = clock;
    }

    /** A dead letter with the bytes of its source record, as far as they are to be had. */
    DeadLetter ofSource(
            Stage stage,
            Spot spot,
            @Nullable SourceRecord source,
            Throwable exception,
            @Nullable Target target,
            @Nullable String text) {
        Payload payload = source == null
                ? Payload.none(text)
                : Payload.of(Content.SOURCE, source.key(), source.value(), source.headers());
        List<Header> original = source == null ? spot.headers() : source.headers();
        return new DeadLetter(
                payload,
                origin(spot, source),
                place(stage, spot),
                Cause.of(exception, limits),
                Envelope.history(original, spot.headers(), clock.instant()),
                target,
                null);
    }

    /** A dead letter with the bytes of a record that could not be written. */
    DeadLetter ofOutput(
            Spot spot, @Nullable SourceRecord source, ProducerRecord<byte[], byte[]> output, Throwable exception) {
        List<Header> headers = List.of(output.headers().toArray());
        Long timestamp = output.timestamp();
        Origin origin = new Origin(
                spot.topic(),
                spot.partition(),
                spot.offset(),
                timestamp == null ? -1 : timestamp,
                null,
                topics.partitions(spot.topic()));
        Integer partition = output.partition();
        return new DeadLetter(
                Payload.of(Content.OUTPUT, output.key(), output.value(), headers),
                origin,
                place(Stage.PRODUCE, spot),
                Cause.of(exception, limits),
                Envelope.history(source == null ? headers : source.headers(), headers, clock.instant()),
                new Target(output.topic(), partition == null ? -1 : partition),
                null);
    }

    /** The record to be written for a dead letter. */
    ProducerRecord<byte[], byte[]> encode(DeadLetter letter) {
        Origin origin = letter.origin();
        String topic = topics.deadLettersOf(origin.topic());
        Integer partition = letter.payload().content() == Content.SOURCE
                ? topics.partition(topic, origin.topic(), origin.partition())
                : null;
        return Envelope.encode(letter, topic, partition, topics.deadLetterMaxBytes(topic));
    }

    private Origin origin(Spot spot, @Nullable SourceRecord source) {
        if (spot.topic() == null) {
            return Origin.NONE;
        }
        return new Origin(
                spot.topic(),
                spot.partition(),
                spot.offset(),
                source == null ? -1 : source.timestamp(),
                source == null ? null : source.timestampType(),
                topics.partitions(spot.topic()));
    }

    private Place place(Stage stage, Spot spot) {
        TaskId task = spot.task();
        return new Place(
                stage,
                application,
                topology,
                task == null ? -1 : task.subtopology(),
                spot.node(),
                task == null || task.subtopology() < 0 ? null : task.toString());
    }

    /** What a record without bytes looks like; user code's own text, so it may throw and may be long. */
    static @Nullable String text(@Nullable Object key, @Nullable Object value) {
        try {
            return cut(String.valueOf(key)) + " = " + cut(String.valueOf(value));
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
    }
}
