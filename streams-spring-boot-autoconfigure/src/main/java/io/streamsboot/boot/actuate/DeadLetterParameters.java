package io.streamsboot.boot.actuate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamsboot.core.deadletter.DeadLetter.Position;
import io.streamsboot.core.deadletter.DeadLetterAction;
import io.streamsboot.core.deadletter.DeadLetterFilter;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import io.streamsboot.core.deadletter.DeadLetterRequest.Pace;
import io.streamsboot.core.deadletter.DeadLetterRequest.Selection;
import io.streamsboot.core.failure.Stage;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of requests, which are all text. */
final class DeadLetterParameters {

    private static final Pattern PLACE = Pattern.compile("(\\d{1,9}):(\\d{1,18})");
    private static final Pattern REQUEST_ID = Pattern.compile("[a-zA-Z0-9._~-]{1,200}");
    private static final int DEFAULT_LIMIT = 50;
    private static final int MOST = 1_000;

    private DeadLetterParameters() {}

    static DeadLetterFilter filter(
            @Nullable String stage,
            @Nullable String exception,
            @Nullable String source,
            @Nullable String key,
            @Nullable String from,
            @Nullable String to) {
        Stage parsed = Stage.parse(stage);
        if (stage != null && parsed == null) {
            throw new InvalidParameterException(
                    "stage",
                    stage,
                    "Stages are "
                            + Arrays.stream(Stage.values()).map(Stage::text).toList() + ".");
        }
        return new DeadLetterFilter(
                parsed,
                exception,
                source,
                key == null ? null : key.getBytes(UTF_8),
                instant("from", from),
                instant("to", to));
    }

    private static @Nullable Instant instant(String name, @Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new InvalidParameterException(name, String.valueOf(text), "Write a time as 2026-03-01T10:15:30Z.");
        }
    }

    static boolean flag(String name, @Nullable String text) {
        if (text == null || text.equalsIgnoreCase("false")) {
            return false;
        }
        if (text.isEmpty() || text.equalsIgnoreCase("true")) {
            return true;
        }
        throw new InvalidParameterException(name, text, "It is true or false.");
    }

    static @Nullable String cursor(@Nullable String text) {
        if (text != null && !PLACE.matcher(text).matches()) {
            throw new InvalidParameterException(
                    "cursor", text, "Take the 'next' of the page before, or leave it out for the first page.");
        }
        return text;
    }

    static int limit(@Nullable String text) {
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MOST) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // The same answer as for a number that is too large.
        }
        throw new InvalidParameterException("limit", text, "It is a number from 1 to " + MOST + ".");
    }

    /**
     * What somebody wants, in words.
     *
     * @param topic topic of the dead letters
     * @param action what is to be done
     * @param records places, {@code all}, or null
     * @param filter which of them
     * @param target where to, or null
     * @param rate records per second, or null
     * @param dryRun whether to count only, or null
     * @param requestId names the request, or null
     * @param value another value as text, or null
     * @param valueBase64 another value in Base64, or null
     * @param who asks for it, or null
     */
    record Wish(
            String topic,
            String action,
            @Nullable String records,
            DeadLetterFilter filter,
            @Nullable String target,
            @Nullable String rate,
            @Nullable String dryRun,
            @Nullable String requestId,
            @Nullable String value,
            @Nullable String valueBase64,
            @Nullable String who) {

        /** The request, or null if there is no such action. */
        @Nullable DeadLetterRequest request() {
            DeadLetterAction known = Arrays.stream(DeadLetterAction.values())
                    .filter(candidate -> candidate.text().equals(action))
                    .findFirst()
                    .orElse(null);
            if (known == null) {
                return null;
            }
            String id = requestId == null ? UUID.randomUUID().toString() : requestId;
            if (!REQUEST_ID.matcher(id).matches()) {
                throw new InvalidParameterException(
                        "requestId", id, "It has 1 to 200 letters, digits, '.', '_', '~' and '-'.");
            }
            if (target != null && topic.equals(target)) {
                throw new InvalidParameterException(
                        "target", target, "Name a topic other than that of the dead letters.");
            }
            List<Position> places = places();
            return new DeadLetterRequest(
                    id,
                    known,
                    topic,
                    new Selection(places, filter, values(places)),
                    target,
                    new Pace(perSecond(), flag("dryRun", dryRun)),
                    who);
        }

        private List<Position> places() {
            if (records == null || records.isBlank()) {
                if (filter.equals(DeadLetterFilter.ALL)) {
                    throw new InvalidParameterException(
                            "records",
                            "",
                            "Say which dead letters are meant: as partition:offset,… or by stage, exception, source, key,"
                                    + " from or to; or 'all'.");
                }
                return List.of();
            }
            if (records.equals("all")) {
                return List.of();
            }
            List<Position> places = new ArrayList<>();
            for (String place : records.split(",", -1)) {
                var parts = PLACE.matcher(place.trim());
                if (!parts.matches()) {
                    throw new InvalidParameterException(
                            "records", records, "Write places as partition:offset,partition:offset, or 'all'.");
                }
                places.add(new Position(topic, Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2))));
            }
            return places;
        }

        private Map<Position, byte[]> values(List<Position> places) {
            if (value == null && valueBase64 == null) {
                return Map.of();
            }
            String name = value == null ? "valueBase64" : "value";
            if (places.size() != 1
                    || !action.equals(DeadLetterAction.REPLAY.text())
                    || (value != null && valueBase64 != null)) {
                throw new InvalidParameterException(
                        name,
                        "…",
                        "One value, either as text or in Base64, can be given to the replay of one record, which"
                                + " 'records' names.");
            }
            return Map.of(places.get(0), bytes());
        }

        private byte[] bytes() {
            if (value != null) {
                return value.getBytes(UTF_8);
            }
            try {
                return Base64.getDecoder().decode(String.valueOf(valueBase64));
            } catch (IllegalArgumentException e) {
                throw new InvalidParameterException("valueBase64", "…", "It is not Base64.");
            }
        }

        private double perSecond() {
            if (rate == null) {
                return 0;
            }
            try {
                double parsed = Double.parseDouble(rate);
                if (parsed >= 0 && !Double.isInfinite(parsed)) {
                    return parsed;
                }
            } catch (NumberFormatException e) {
                // The same answer as for a number that is none of records per second.
            }
            throw new InvalidParameterException(
                    "rate", rate, "It is a number of records per second, or 0 for no limit.");
        }
    }
}
