package io.streamsboot.pipeline.expression.internal.library;

import io.streamsboot.pipeline.expression.internal.Values;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;

/** How points in time are read and written. */
final class TimeFormats {

    /** A date, with a time or without, with an offset or without. */
    static final DateTimeFormatter ISO_IN = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .parseLenient()
            .appendOffset("+HH:MM:ss", "Z")
            .parseStrict()
            .optionalStart()
            .appendLiteral('[')
            .parseCaseSensitive()
            .appendZoneRegionId()
            .appendLiteral(']')
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    static final DateTimeFormatter ISO_OUT = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral('T')
            .appendPattern("HH:mm:ss.SSS")
            .appendOffset("+HH:MM", "Z")
            .toFormatter(Locale.ROOT);

    private static final int MAX_PATTERN = 100;

    private TimeFormats() {}

    /** A format by a pattern; {@code yyyy} is a year of our era. */
    static DateTimeFormatter of(String pattern) {
        if (pattern.length() > MAX_PATTERN) {
            throw Arguments.domain("the pattern is longer than " + MAX_PATTERN + " characters");
        }
        try {
            return new DateTimeFormatterBuilder()
                    .appendPattern(pattern)
                    .parseDefaulting(ChronoField.ERA, 1)
                    .toFormatter(Locale.ROOT)
                    .withResolverStyle(ResolverStyle.STRICT);
        } catch (IllegalArgumentException e) {
            throw Arguments.domain("the pattern " + Values.describe(pattern) + " is not valid: " + e.getMessage());
        }
    }

    static Long parse(String text, DateTimeFormatter format, ZoneId zone) {
        try {
            TemporalAccessor parsed = format.parse(text);
            Instant instant;
            if (parsed.isSupported(ChronoField.INSTANT_SECONDS)) {
                instant = Instant.from(parsed);
            } else {
                LocalTime time = parsed.query(TemporalQueries.localTime());
                LocalDateTime local = LocalDate.from(parsed).atTime(time == null ? LocalTime.MIDNIGHT : time);
                instant = local.atZone(zone).toInstant();
            }
            return instant.toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw Arguments.domain(Values.describe(text) + " is no time that can be read: " + e.getMessage());
        }
    }
}
