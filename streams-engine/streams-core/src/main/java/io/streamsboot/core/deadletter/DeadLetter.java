package io.streamsboot.core.deadletter;

import io.streamsboot.core.failure.Stage;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record that was set aside, and why. Immutable, apart from its byte arrays, which must not be changed.
 *
 * @param payload the record itself
 * @param origin where it came from
 * @param place where it failed
 * @param cause why it failed
 * @param history how often and when it failed
 * @param target where it was to be written, for {@link Stage#PRODUCE}; null otherwise
 * @param position where the dead letter is; null if it was not written yet
 */
public record DeadLetter(
        Payload payload,
        Origin origin,
        Place place,
        Cause cause,
        History history,
        @Nullable Target target,
        @Nullable Position position) {

    public DeadLetter {
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(history, "history");
    }

    /** What key and value of a dead letter are. */
    public enum Content {
        /** Those of the source record. */
        SOURCE,
        /** Those of a record that was made from it and could not be written. */
        OUTPUT,
        /** Nothing: there was no record in bytes. */
        NONE;

        /**
         * Its name in the header.
         *
         * @return the name in lower case
         */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The record itself, byte for byte.
     *
     * @param content what key and value are
     * @param key the key, or null
     * @param value the value, or null; cut if {@code valueLength} says so
     * @param headers the headers in their order, as they were before anybody could change them
     * @param valueLength length of the whole value if it was cut, otherwise -1
     * @param text what failed, as text, if there are no bytes; null otherwise
     */
    public record Payload(
            Content content,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<Header> headers,
            int valueLength,
            @Nullable String text) {

        /** No record at all. */
        public static final Payload NONE = new Payload(Content.NONE, null, null, List.of(), -1, null);

        public Payload {
            Objects.requireNonNull(content, "content");
            headers = List.copyOf(headers);
        }

        /**
         * A whole record.
         *
         * @param content what key and value are
         * @param key the key, or null
         * @param value the value, or null
         * @param headers the headers in their order
         * @return a new payload
         */
        public static Payload of(
                Content content, byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {
            return new Payload(content, key, value, headers, -1, null);
        }

        /**
         * No bytes, but a description of what failed.
         *
         * @param text what failed, as text, or null
         * @return a new payload
         */
        public static Payload none(@Nullable String text) {
            return new Payload(Content.NONE, null, null, List.of(), -1, text);
        }

        /**
         * Whether the value is not the whole one, so that it cannot be replayed.
         *
         * @return whether it was cut
         */
        public boolean isCut() {
            return valueLength >= 0;
        }
    }

    /**
     * Coordinates of the source record.
     *
     * @param topic its topic, or null if there is no source record
     * @param partition its partition, or -1
     * @param offset its offset, or -1
     * @param timestamp timestamp of the original record in milliseconds, or -1
     * @param timestampType who set the timestamp, in Kafka's words; null if not known
     * @param partitions how many partitions the topic had; 0 if not known
     */
    public record Origin(
            @Nullable String topic,
            int partition,
            long offset,
            long timestamp,
            @Nullable String timestampType,
            int partitions) {

        /** No source record. */
        public static final Origin NONE = new Origin(null, -1, -1, -1, null, 0);
    }

    /**
     * Where it failed.
     *
     * @param stage where in its way
     * @param application application id or group id
     * @param topology name of the topology, workflow or pipeline
     * @param subTopology number of the sub-topology, or -1
     * @param node name of the node or step, or null
     * @param task id of the task, or null
     */
    public record Place(
            Stage stage,
            String application,
            String topology,
            int subTopology,
            @Nullable String node,
            @Nullable String task) {

        public Place {
            Objects.requireNonNull(stage, "stage");
            Objects.requireNonNull(application, "application");
            Objects.requireNonNull(topology, "topology");
        }
    }

    /**
     * How often and when it failed.
     *
     * @param attempt how often the original record has failed, from 1
     * @param firstFailure when it failed first
     * @param failedAt when this failure happened
     * @param traceparent W3C trace context at the moment of the failure, or null
     */
    public record History(
            int attempt,
            Instant firstFailure,
            Instant failedAt,
            @Nullable String traceparent) {

        public History {
            if (attempt < 1) {
                throw new IllegalArgumentException("attempts count from 1, but got " + attempt);
            }
            Objects.requireNonNull(firstFailure, "firstFailure");
            Objects.requireNonNull(failedAt, "failedAt");
        }
    }

    /**
     * Where a record was to be written.
     *
     * @param topic the topic
     * @param partition the partition, or -1 if none was chosen yet
     */
    public record Target(String topic, int partition) {

        public Target {
            Objects.requireNonNull(topic, "topic");
        }
    }

    /**
     * Where a dead letter is.
     *
     * @param topic the topic
     * @param partition the partition
     * @param offset the offset
     */
    public record Position(String topic, int partition, long offset) {

        @Override
        public String toString() {
            return topic + "-" + partition + "@" + offset;
        }
    }

    /**
     * Topic that the record belongs into: its source, or for an output its target.
     *
     * @return the topic, or null if there is none
     */
    public @Nullable String home() {
        return payload.content() == Content.OUTPUT && target != null ? target.topic() : origin.topic();
    }

    /**
     * This dead letter at a position.
     *
     * @param written where it is
     * @return a new dead letter
     */
    public DeadLetter at(Position written) {
        return new DeadLetter(payload, origin, place, cause, history, target, written);
    }
}
