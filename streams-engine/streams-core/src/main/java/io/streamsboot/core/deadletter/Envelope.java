package io.streamsboot.core.deadletter;

import io.streamsboot.core.deadletter.DeadLetter.Content;
import io.streamsboot.core.deadletter.DeadLetter.History;
import io.streamsboot.core.deadletter.DeadLetter.Origin;
import io.streamsboot.core.deadletter.DeadLetter.Payload;
import io.streamsboot.core.deadletter.DeadLetter.Place;
import io.streamsboot.core.deadletter.DeadLetter.Position;
import io.streamsboot.core.deadletter.DeadLetter.Target;
import io.streamsboot.core.failure.Stage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The form of a dead letter in Kafka: key, value and headers of the original record as they were, and what is known
 * about the failure in {@linkplain DeadLetterHeader headers}. The record's own timestamp is that of the failure, so
 * that retention is measured from there; the original's is in a header. Original headers whose names begin with the
 * prefix of the envelope are renamed, and get their names back when the dead letter is decoded.
 */
public final class Envelope {

    /** Version of the envelope that is written. */
    public static final int SCHEMA = 1;

    /** What stays of a stack trace that would push out the record itself. */
    private static final int SHORT_STACK_TRACE = 1_024;

    private static final String TRACEPARENT = "traceparent";

    private Envelope() {}

    /**
     * Whether a record is a dead letter.
     *
     * @param headers the record's headers
     * @return whether they are an envelope's
     */
    public static boolean isDeadLetter(Iterable<Header> headers) {
        return text(headers, DeadLetterHeader.SCHEMA.key()) != null;
    }

    /**
     * History of a failure that happens now: the attempts before it are told by the record's headers.
     *
     * @param headers the original headers
     * @param current the headers at the moment of the failure, from which the trace context is taken
     * @param now the present time
     * @return the history
     */
    public static History history(Iterable<Header> headers, Iterable<Header> current, Instant now) {
        int before = (int) Math.min(Integer.MAX_VALUE - 1, number(headers, DeadLetterHeader.ATTEMPT, 0));
        long first = number(headers, DeadLetterHeader.FIRST_FAILURE, now.toEpochMilli());
        return new History(Math.max(0, before) + 1, Instant.ofEpochMilli(first), now, text(current, TRACEPARENT));
    }

    /**
     * Makes the record to be written.
     *
     * @param letter the dead letter
     * @param topic where it goes
     * @param partition the partition, or null to choose it by the key
     * @param maxBytes what the topic takes; the stack trace is cut to fit, then the value, then headers, then the key
     * @return a new record
     */
    public static ProducerRecord<byte[], byte[]> encode(
            DeadLetter letter, String topic, @Nullable Integer partition, long maxBytes) {
        List<Header> original = new ArrayList<>(letter.payload().headers().size());
        for (Header header : letter.payload().headers()) {
            original.add(
                    header.key().startsWith(DeadLetterHeader.PREFIX)
                            ? new BytesHeader(DeadLetterHeader.ORIGINAL_PREFIX + header.key(), header.value())
                            : header);
        }
        EnvelopeFit fit =
                new EnvelopeFit(letter.payload().key(), letter.payload().value(), original, headers(letter));
        if (letter.payload().isCut()) {
            fit.set(
                    DeadLetterHeader.VALUE_LENGTH,
                    String.valueOf(letter.payload().valueLength()));
        }
        fit.fitInto(maxBytes, Cause.cut(letter.cause().stackTrace(), SHORT_STACK_TRACE));
        return new ProducerRecord<>(
                topic, partition, letter.history().failedAt().toEpochMilli(), fit.key(), fit.value(), fit.headers());
    }

    private static Map<DeadLetterHeader, String> headers(DeadLetter letter) {
        Map<DeadLetterHeader, String> headers = new EnumMap<>(DeadLetterHeader.class);
        Place place = letter.place();
        headers.put(DeadLetterHeader.SCHEMA, String.valueOf(SCHEMA));
        headers.put(DeadLetterHeader.STAGE, place.stage().text());
        headers.put(DeadLetterHeader.CONTENT, letter.payload().content().text());
        put(headers, DeadLetterHeader.RECORD_TEXT, letter.payload().text());
        Origin origin = letter.origin();
        put(headers, DeadLetterHeader.SOURCE_TOPIC, origin.topic());
        put(headers, DeadLetterHeader.SOURCE_PARTITION, origin.partition());
        put(headers, DeadLetterHeader.SOURCE_OFFSET, origin.offset());
        put(headers, DeadLetterHeader.SOURCE_TIMESTAMP, origin.timestamp());
        put(headers, DeadLetterHeader.SOURCE_TIMESTAMP_TYPE, origin.timestampType());
        put(headers, DeadLetterHeader.SOURCE_PARTITIONS, origin.partitions() == 0 ? -1 : origin.partitions());
        Target target = letter.target();
        if (target != null) {
            headers.put(DeadLetterHeader.TARGET_TOPIC, target.topic());
            put(headers, DeadLetterHeader.TARGET_PARTITION, target.partition());
        }
        headers.put(DeadLetterHeader.APPLICATION, place.application());
        headers.put(DeadLetterHeader.TOPOLOGY, place.topology());
        put(headers, DeadLetterHeader.SUB_TOPOLOGY, place.subTopology());
        put(headers, DeadLetterHeader.NODE, place.node());
        put(headers, DeadLetterHeader.TASK, place.task());
        Cause cause = letter.cause();
        headers.put(DeadLetterHeader.EXCEPTION_CLASS, cause.type());
        put(headers, DeadLetterHeader.EXCEPTION_MESSAGE, cause.message());
        headers.put(DeadLetterHeader.EXCEPTION_ROOT, cause.root());
        put(headers, DeadLetterHeader.EXCEPTION_STACKTRACE, cause.stackTrace());
        History history = letter.history();
        put(headers, DeadLetterHeader.ATTEMPT, history.attempt());
        put(headers, DeadLetterHeader.FIRST_FAILURE, history.firstFailure().toEpochMilli());
        put(headers, DeadLetterHeader.FAILED_AT, history.failedAt().toEpochMilli());
        put(headers, DeadLetterHeader.TRACEPARENT, history.traceparent());
        return headers;
    }

    private static void put(Map<DeadLetterHeader, String> headers, DeadLetterHeader header, @Nullable String text) {
        if (text != null) {
            headers.put(header, text);
        }
    }

    private static void put(Map<DeadLetterHeader, String> headers, DeadLetterHeader header, long number) {
        if (number >= 0) {
            headers.put(header, String.valueOf(number));
        }
    }

    /**
     * Reads a dead letter.
     *
     * @param record a record of a dead-letter topic
     * @return the dead letter, or null if the record is none
     */
    public static @Nullable DeadLetter decode(ConsumerRecord<byte[], byte[]> record) {
        if (!isDeadLetter(record.headers())) {
            return null;
        }
        Map<String, String> known = new HashMap<>();
        List<Header> original = new ArrayList<>();
        for (Header header : record.headers()) {
            if (header.key().startsWith(DeadLetterHeader.ORIGINAL_PREFIX)) {
                original.add(new BytesHeader(
                        header.key().substring(DeadLetterHeader.ORIGINAL_PREFIX.length()), header.value()));
            } else if (header.key().startsWith(DeadLetterHeader.PREFIX)) {
                if (header.value() != null) {
                    known.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
                }
            } else {
                original.add(header);
            }
        }
        return decode(record, new Known(known), original);
    }

    private static DeadLetter decode(ConsumerRecord<byte[], byte[]> record, Known known, List<Header> original) {
        Instant failedAt = Instant.ofEpochMilli(known.number(DeadLetterHeader.FAILED_AT, record.timestamp()));
        String targetTopic = known.text(DeadLetterHeader.TARGET_TOPIC);
        Stage stage = Stage.parse(known.text(DeadLetterHeader.STAGE));
        return new DeadLetter(
                new Payload(
                        known.content(),
                        record.key(),
                        record.value(),
                        original,
                        (int) known.number(DeadLetterHeader.VALUE_LENGTH, -1),
                        known.text(DeadLetterHeader.RECORD_TEXT)),
                new Origin(
                        known.text(DeadLetterHeader.SOURCE_TOPIC),
                        (int) known.number(DeadLetterHeader.SOURCE_PARTITION, -1),
                        known.number(DeadLetterHeader.SOURCE_OFFSET, -1),
                        known.number(DeadLetterHeader.SOURCE_TIMESTAMP, -1),
                        known.text(DeadLetterHeader.SOURCE_TIMESTAMP_TYPE),
                        (int) known.number(DeadLetterHeader.SOURCE_PARTITIONS, 0)),
                new Place(
                        stage == null ? Stage.PROCESS : stage,
                        known.required(DeadLetterHeader.APPLICATION),
                        known.required(DeadLetterHeader.TOPOLOGY),
                        (int) known.number(DeadLetterHeader.SUB_TOPOLOGY, -1),
                        known.text(DeadLetterHeader.NODE),
                        known.text(DeadLetterHeader.TASK)),
                new Cause(
                        known.required(DeadLetterHeader.EXCEPTION_CLASS),
                        known.text(DeadLetterHeader.EXCEPTION_MESSAGE),
                        known.required(DeadLetterHeader.EXCEPTION_ROOT),
                        known.text(DeadLetterHeader.EXCEPTION_STACKTRACE)),
                new History(
                        (int) Math.max(1, known.number(DeadLetterHeader.ATTEMPT, 1)),
                        Instant.ofEpochMilli(known.number(DeadLetterHeader.FIRST_FAILURE, failedAt.toEpochMilli())),
                        failedAt,
                        known.text(DeadLetterHeader.TRACEPARENT)),
                targetTopic == null
                        ? null
                        : new Target(targetTopic, (int) known.number(DeadLetterHeader.TARGET_PARTITION, -1)),
                new Position(record.topic(), record.partition(), record.offset()));
    }

    /** Headers of an envelope by name; those that another writer left out or garbled are as good as absent. */
    private record Known(Map<String, String> headers) {

        @Nullable String text(DeadLetterHeader header) {
            return headers.get(header.key());
        }

        String required(DeadLetterHeader header) {
            return Objects.requireNonNullElse(text(header), "");
        }

        long number(DeadLetterHeader header, long otherwise) {
            return parse(text(header), otherwise);
        }

        Content content() {
            String text = text(DeadLetterHeader.CONTENT);
            for (Content content : Content.values()) {
                if (content.text().equals(text)) {
                    return content;
                }
            }
            return Content.SOURCE;
        }
    }

    private static @Nullable String text(Iterable<Header> headers, String key) {
        String last = null;
        for (Header header : headers) {
            if (header.key().equals(key) && header.value() != null) {
                last = new String(header.value(), StandardCharsets.UTF_8);
            }
        }
        return last;
    }

    private static long number(Iterable<Header> headers, DeadLetterHeader header, long otherwise) {
        return parse(text(headers, header.key()), otherwise);
    }

    private static long parse(@Nullable String text, long otherwise) {
        if (text == null) {
            return otherwise;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
