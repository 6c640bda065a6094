package io.streamsboot.pipeline.definition;

import java.time.DateTimeException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Where the event time of a row is: an integer is milliseconds since 1970-01-01T00:00Z, a string is ISO 8601 (in UTC where it
 * names no offset), or is read by a pattern.
 *
 * @param column column with the time
 * @param pattern pattern of Java's DateTimeFormatter; null for ISO 8601
 * @param zone time zone of times that name no offset; null for UTC, and only with a pattern
 */
public record EventTime(
        String column, @Nullable String pattern, @Nullable String zone) {

    public EventTime {
        if (column.isEmpty() || column.contains("`")) {
            throw new PipelineException(
                    "The time column is called '" + column + "'.", "Use a name without backquotes.", null);
        }
        if (zone != null) {
            if (pattern == null) {
                throw new PipelineException(
                        "The time column '" + column + "' has a zone and no pattern.",
                        "Add the pattern that its text follows, such as yyyy-MM-dd'T'HH:mm.",
                        null);
            }
            try {
                ZoneId.of(zone);
            } catch (DateTimeException e) {
                throw new PipelineException(
                        "The time column '" + column + "' has the zone '" + zone + "', which there is not.",
                        "Use a name as Europe/Paris, +02:00 or Z.",
                        e);
            }
        }
    }

    /**
     * A time that needs no pattern.
     *
     * @param column column with an integer or with ISO 8601
     * @return where the time is
     */
    public static EventTime of(String column) {
        return new EventTime(column, null, null);
    }
}
