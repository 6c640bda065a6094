package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.definition.Windows;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;

/** In which windows a time lies. */
final class WindowTimes {

    private final Windows windows;
    private final ZoneId zone;

    /** Takes a window. */
    interface Taker {
        void window(long start, long end);
    }

    WindowTimes(Windows windows) {
        this.windows = windows;
        this.zone = ZoneId.of(windows.zone() == null ? "Z" : windows.zone());
    }

    /** All windows of a time, the last first. */
    void each(long time, Taker taker) {
        String calendar = windows.calendar();
        if (calendar != null) {
            LocalDate first = first(calendar, time);
            taker.window(millis(first), millis(next(calendar, first)));
            return;
        }
        for (long start = lastStart(time); start > time - windows.sizeMs(); start -= windows.slideMs()) {
            taker.window(start, start + windows.sizeMs());
        }
    }

    /** The end of the last window that a time lies in. */
    long latestEnd(long time) {
        String calendar = windows.calendar();
        return calendar == null ? lastStart(time) + windows.sizeMs() : millis(next(calendar, first(calendar, time)));
    }

    private long lastStart(long time) {
        return time - Math.floorMod(time, windows.slideMs());
    }

    private LocalDate first(String calendar, long time) {
        LocalDate date = Instant.ofEpochMilli(time).atZone(zone).toLocalDate();
        return switch (calendar) {
            case "week" -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case "month" -> date.withDayOfMonth(1);
            default -> date;
        };
    }

    private static LocalDate next(String calendar, LocalDate first) {
        return switch (calendar) {
            case "week" -> first.plusWeeks(1);
            case "month" -> first.plusMonths(1);
            default -> first.plusDays(1);
        };
    }

    private long millis(LocalDate date) {
        return date.atStartOfDay(zone).toInstant().toEpochMilli();
    }
}
