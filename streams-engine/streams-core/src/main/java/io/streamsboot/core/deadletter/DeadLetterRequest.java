package io.streamsboot.core.deadletter;

import io.streamsboot.core.deadletter.DeadLetter.Position;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A wish to do something with dead letters. The same request again does nothing twice: it goes on where it was stopped,
 * or tells how it ended.
 *
 * @param requestId names the request; chosen by who asks
 * @param action what is to be done
 * @param topic topic of the dead letters
 * @param selection which of them
 * @param target where they are replayed to; null for the topic that each belongs into
 * @param pace how it is done
 * @param requestedBy who asks, or null
 */
public record DeadLetterRequest(
        String requestId,
        DeadLetterAction action,
        String topic,
        Selection selection,
        @Nullable String target,
        Pace pace,
        @Nullable String requestedBy) {

    public DeadLetterRequest {
        if (requestId.isBlank() || requestId.length() > 200) {
            throw new IllegalArgumentException("requestId must have 1 to 200 characters, but is '" + requestId + "'");
        }
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(selection, "selection");
        Objects.requireNonNull(pace, "pace");
        if (topic.equals(target)) {
            throw new IllegalArgumentException(
                    "target: dead letters of " + topic + " cannot be replayed into that topic itself");
        }
    }

    /**
     * Replays into the topics that the dead letters belong into, as fast as it goes.
     *
     * @param requestId names the request
     * @param topic topic of the dead letters
     * @param selection which of them
     * @return a new request
     */
    public static DeadLetterRequest replay(String requestId, String topic, Selection selection) {
        return new DeadLetterRequest(requestId, DeadLetterAction.REPLAY, topic, selection, null, Pace.UNLIMITED, null);
    }

    /**
     * Gives dead letters up.
     *
     * @param requestId names the request
     * @param topic topic of the dead letters
     * @param selection which of them
     * @return a new request
     */
    public static DeadLetterRequest purge(String requestId, String topic, Selection selection) {
        return new DeadLetterRequest(requestId, DeadLetterAction.PURGE, topic, selection, null, Pace.UNLIMITED, null);
    }

    /**
     * This request at another pace.
     *
     * @param pace the pace
     * @return a new request
     */
    public DeadLetterRequest at(Pace pace) {
        return new DeadLetterRequest(requestId, action, topic, selection, target, pace, requestedBy);
    }

    /**
     * This request with another target.
     *
     * @param target a topic
     * @return a new request
     */
    public DeadLetterRequest to(String target) {
        return new DeadLetterRequest(requestId, action, topic, selection, target, pace, requestedBy);
    }

    /**
     * Which dead letters. Those that were dealt with before are never meant.
     *
     * @param records their positions; empty for all that the filter matches
     * @param filter criteria, which listed records must match as well
     * @param values values to be replayed instead of the original ones, by position; the dead letter keeps its own
     */
    public record Selection(List<Position> records, DeadLetterFilter filter, Map<Position, byte[]> values) {

        /** All that are open. */
        public static final Selection ALL = new Selection(List.of(), DeadLetterFilter.ALL, Map.of());

        public Selection {
            records = List.copyOf(records);
            values = Map.copyOf(values);
            Objects.requireNonNull(filter, "filter");
        }

        /**
         * Dead letters by criteria.
         *
         * @param filter the criteria
         * @return a new selection
         */
        public static Selection of(DeadLetterFilter filter) {
            return new Selection(List.of(), filter, Map.of());
        }

        /**
         * Dead letters by their positions.
         *
         * @param records the positions
         * @return a new selection
         */
        public static Selection of(List<Position> records) {
            return new Selection(records, DeadLetterFilter.ALL, Map.of());
        }
    }

    /**
     * How it is done.
     *
     * @param recordsPerSecond upper bound of the rate; 0 for none
     * @param dryRun whether nothing is done but counting
     */
    public record Pace(double recordsPerSecond, boolean dryRun) {

        /** For real, as fast as it goes. */
        public static final Pace UNLIMITED = new Pace(0, false);

        /** Counts only. */
        public static final Pace DRY_RUN = new Pace(0, true);

        public Pace {
            if (!(recordsPerSecond >= 0) || Double.isInfinite(recordsPerSecond)) {
                throw new IllegalArgumentException(
                        "rate must be a number of records per second or 0, but is " + recordsPerSecond);
            }
        }
    }
}
