package io.streamsboot.pipeline.expression.internal.library;

import io.streamsboot.pipeline.expression.internal.Values;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.TemporalUnit;

/** The units of time functions, by their names in the language. */
enum TimeUnits {
    MILLISECOND("millisecond", ChronoUnit.MILLIS),
    SECOND("second", ChronoUnit.SECONDS),
    MINUTE("minute", ChronoUnit.MINUTES),
    HOUR("hour", ChronoUnit.HOURS),
    DAY("day", ChronoUnit.DAYS),
    WEEK("week", ChronoUnit.WEEKS),
    MONTH("month", ChronoUnit.MONTHS),
    QUARTER("quarter", IsoFields.QUARTER_YEARS),
    YEAR("year", ChronoUnit.YEARS);

    private static final TimeUnits[] ALL = values();

    private final String label;
    private final TemporalUnit unit;

    TimeUnits(String label, TemporalUnit unit) {
        this.label = label;
        this.unit = unit;
    }

    static TimeUnits of(String name) {
        for (TimeUnits candidate : ALL) {
            if (candidate.label.equals(name)) {
                return candidate;
            }
        }
        throw Arguments.domain(Values.describe(name)
                + " is no unit; use millisecond, second, minute, hour, day, week, month, quarter or year");
    }

    static ZonedDateTime startOf(ZonedDateTime time, TimeUnits unit) {
        if (unit.compareTo(HOUR) <= 0) {
            return time.truncatedTo(unit.unit);
        }
        LocalDate date = time.toLocalDate();
        LocalDate start = switch (unit) {
            case WEEK -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case MONTH -> date.withDayOfMonth(1);
            case QUARTER -> date.with(IsoFields.DAY_OF_QUARTER, 1);
            case YEAR -> date.withDayOfYear(1);
            default -> date;
        };
        return start.atStartOfDay(time.getZone());
    }

    static ZonedDateTime add(ZonedDateTime time, long amount, TimeUnits unit) {
        return time.plus(amount, unit.unit);
    }

    static Long between(ZonedDateTime from, ZonedDateTime to, TimeUnits unit) {
        try {
            return unit.unit.between(from, to);
        } catch (DateTimeException | ArithmeticException e) {
            throw Arguments.overflow("the times are too far apart: " + e.getMessage());
        }
    }
}
