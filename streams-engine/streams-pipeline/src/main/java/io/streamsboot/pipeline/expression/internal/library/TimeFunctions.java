package io.streamsboot.pipeline.expression.internal.library;

import io.streamsboot.pipeline.expression.internal.Body;
import io.streamsboot.pipeline.expression.internal.Builtin;
import io.streamsboot.pipeline.expression.internal.Values;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalField;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Points in time, which are integers: milliseconds since 1970-01-01T00:00Z. The zone is UTC where none is given. */
final class TimeFunctions {

    static final List<Builtin> ALL = List.of(
            parseTime(),
            formatTime(),
            zoned(
                    "isoTime(time: integer, zone?: string): string",
                    "The text of a point in time by ISO 8601, with milliseconds and offset.",
                    1,
                    (time, a) -> TimeFormats.ISO_OUT.format(time),
                    "isoTime(0)",
                    "'1970-01-01T00:00:00.000Z'"),
            field("year", "The year.", ChronoField.YEAR, "year(0)", "1970"),
            field("quarter", "The quarter of the year, from 1.", IsoFields.QUARTER_OF_YEAR, "quarter(0)", "1"),
            field("month", "The month, from 1.", ChronoField.MONTH_OF_YEAR, "month(0)", "1"),
            field("day", "The day of the month, from 1.", ChronoField.DAY_OF_MONTH, "day(0)", "1"),
            field("hour", "The hour of the day.", ChronoField.HOUR_OF_DAY, "hour(0, 'Europe/Paris')", "1"),
            field("minute", "The minute of the hour.", ChronoField.MINUTE_OF_HOUR, "minute(60000)", "1"),
            field("second", "The second of the minute.", ChronoField.SECOND_OF_MINUTE, "second(1000)", "1"),
            field("millisecond", "The millisecond of the second.", ChronoField.MILLI_OF_SECOND, "millisecond(7)", "7"),
            field("dayOfWeek", "The day of the week, from 1 for Monday.", ChronoField.DAY_OF_WEEK, "dayOfWeek(0)", "4"),
            field("dayOfYear", "The day of the year, from 1.", ChronoField.DAY_OF_YEAR, "dayOfYear(0)", "1"),
            field(
                    "weekOfYear",
                    "The week of the year by ISO 8601.",
                    IsoFields.WEEK_OF_WEEK_BASED_YEAR,
                    "weekOfYear(0)",
                    "1"),
            zoned(
                    "startOf(time: integer, unit: string, zone?: string): integer",
                    "The beginning of the unit that a time lies in. Units: millisecond, second, minute, hour, day, week (from Monday), month, quarter, year.",
                    2,
                    (time, a) -> millis(TimeUnits.startOf(time, unit(a, 1))),
                    "isoTime(startOf(parseTime('2026-03-29T12:00Z'), 'month'))",
                    "'2026-03-01T00:00:00.000Z'"),
            zoned(
                    "addTime(time: integer, amount: integer, unit: string, zone?: string): integer",
                    "A time moved by units. Days and longer units follow the calendar of the zone: a day may have 23 hours.",
                    3,
                    (time, a) -> millis(TimeUnits.add(time, Arguments.integer(a, 1), unit(a, 2))),
                    "addTime(0, 1, 'day')",
                    "86400000"),
            Builtin.of(
                            "timeBetween(from: integer, to: integer, unit: string, zone?: string): integer",
                            "The number of whole units from one time to another, negative if it is earlier.",
                            (a, cost) -> {
                                ZoneId zone = a.length > 3 ? zone(Arguments.shortText(a, 3)) : ZoneOffset.UTC;
                                return TimeUnits.between(at(a, 0, zone), at(a, 1, zone), unit(a, 2));
                            },
                            "timeBetween(0, 86400000, 'hour')",
                            "24")
                    .binding(literals -> {
                        checkZone(literals.get(3));
                        checkUnit(literals.get(2));
                        return null;
                    }));

    private TimeFunctions() {}

    @FunctionalInterface
    private interface Zoned {

        Object apply(ZonedDateTime time, @Nullable Object[] arguments);
    }

    private static Builtin field(String name, String description, TemporalField field, String example, String result) {
        return zoned(
                name + "(time: integer, zone?: string): integer",
                description,
                1,
                (time, a) -> time.getLong(field),
                example,
                result);
    }

    /** A function of a time in a zone, which is the argument at {@code zoneAt}; the unit, if any, stands before it. */
    private static Builtin zoned(
            String signature, String description, int zoneAt, Zoned function, String example, String result) {
        Body body = (a, cost) ->
                apply(a.length > zoneAt ? zone(Arguments.shortText(a, zoneAt)) : ZoneOffset.UTC, function, a);
        return Builtin.of(signature, description, body, example, result).binding(literals -> {
            if (zoneAt > 1) {
                checkUnit(literals.get(zoneAt - 1));
            }
            if (!(literals.get(zoneAt) instanceof String name)) {
                return null;
            }
            ZoneId zone = zone(name);
            return (a, cost) -> apply(zone, function, a);
        });
    }

    private static Object apply(ZoneId zone, Zoned function, @Nullable Object[] a) {
        try {
            return function.apply(at(a, 0, zone), a);
        } catch (DateTimeException | ArithmeticException e) {
            throw Arguments.overflow("the time is beyond the calendar: " + e.getMessage());
        }
    }

    private static Builtin parseTime() {
        Body body = (a, cost) -> {
            DateTimeFormatter format = a.length > 1 ? TimeFormats.of(Arguments.shortText(a, 1)) : TimeFormats.ISO_IN;
            ZoneId zone = a.length > 2 ? zone(Arguments.shortText(a, 2)) : ZoneOffset.UTC;
            return TimeFormats.parse(Arguments.text(a, 0, cost), format, zone);
        };
        return Builtin.of(
                        "parseTime(text: string, pattern?: string, zone?: string): integer",
                        "A point in time from ISO 8601 text, or by a pattern of Java's DateTimeFormatter. The zone counts where the text names no offset.",
                        body,
                        "parseTime('31.01.2026 12:00', 'dd.MM.yyyy HH:mm', 'Europe/Berlin')",
                        "parseTime('2026-01-31T11:00Z')")
                .binding(literals -> {
                    checkZone(literals.get(2));
                    if (!(literals.get(1) instanceof String pattern)) {
                        return null;
                    }
                    DateTimeFormatter format = TimeFormats.of(pattern);
                    return (a, cost) -> TimeFormats.parse(
                            Arguments.text(a, 0, cost),
                            format,
                            a.length > 2 ? zone(Arguments.shortText(a, 2)) : ZoneOffset.UTC);
                });
    }

    private static Builtin formatTime() {
        Body body = (a, cost) -> format(a, TimeFormats.of(Arguments.shortText(a, 1)));
        return Builtin.of(
                        "formatTime(time: integer, pattern: string, zone?: string): string",
                        "The text of a point in time by a pattern of Java's DateTimeFormatter.",
                        body,
                        "formatTime(0, 'yyyy-MM-dd HH:mm', 'Asia/Tokyo')",
                        "'1970-01-01 09:00'")
                .binding(literals -> {
                    checkZone(literals.get(2));
                    if (!(literals.get(1) instanceof String pattern)) {
                        return null;
                    }
                    DateTimeFormatter format = TimeFormats.of(pattern);
                    return (a, cost) -> format(a, format);
                });
    }

    private static String format(@Nullable Object[] a, DateTimeFormatter format) {
        ZoneId zone = a.length > 2 ? zone(Arguments.shortText(a, 2)) : ZoneOffset.UTC;
        try {
            return format.format(at(a, 0, zone));
        } catch (DateTimeException e) {
            throw Arguments.domain("the time cannot be written so: " + e.getMessage());
        }
    }

    private static ZonedDateTime at(@Nullable Object[] a, int index, ZoneId zone) {
        return Instant.ofEpochMilli(Arguments.integer(a, index)).atZone(zone);
    }

    private static Long millis(ZonedDateTime time) {
        return time.toInstant().toEpochMilli();
    }

    private static void checkZone(@Nullable Object literal) {
        if (literal instanceof String name) {
            zone(name);
        }
    }

    private static void checkUnit(@Nullable Object literal) {
        if (literal instanceof String name) {
            TimeUnits.of(name);
        }
    }

    private static TimeUnits unit(@Nullable Object[] a, int index) {
        return TimeUnits.of(Arguments.shortText(a, index));
    }

    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw Arguments.domain(
                    Values.describe(name) + " is no time zone; write for example 'Europe/Paris', '+02:00' or 'Z'");
        }
    }
}
