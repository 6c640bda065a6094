package io.streamsboot.pipeline.definition;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Windows of event time: each has its begin and not its end. They begin at multiples of {@code slideMs} since
 * 1970-01-01T00:00Z, or with the calendar of a time zone.
 *
 * @param sizeMs length in milliseconds; 0 with a calendar
 * @param slideMs distance between two begins in milliseconds: {@code sizeMs} for windows that do not overlap
 * @param calendar {@code day}, {@code week} (from Monday) or {@code month}; null for windows of equal length
 * @param zone time zone of the calendar
 */
public record Windows(
        long sizeMs,
        long slideMs,
        @Nullable String calendar,
        @Nullable String zone) {

    private static final int MAX_OVERLAP = 1_000;
    private static final long LONGEST = 366L * 86_400_000 * 100;

    public Windows {
        if (calendar != null) {
            if (!Set.of("day", "week", "month").contains(calendar)) {
                throw error("a calendar of '" + calendar + "'", "Use day, week or month.", null);
            }
            try {
                ZoneId.of(zone == null ? "Z" : zone);
            } catch (DateTimeException e) {
                throw error("the zone '" + zone + "', which there is not", "Use a name as Europe/Paris.", e);
            }
            if (sizeMs != 0) {
                throw error("both windowMs and a calendar", "Keep one of the two.", null);
            }
        } else if (zone != null) {
            throw error("a zone and no calendar", "Add calendar: day, week or month.", null);
        } else if (sizeMs <= 0 || sizeMs > LONGEST || slideMs <= 0 || slideMs > sizeMs) {
            throw error(
                    "a windowMs of " + sizeMs + " and a slideMs of " + slideMs,
                    "windowMs is positive and at most 100 years, slideMs is not longer than it.",
                    null);
        } else if ((sizeMs - 1) / slideMs + 1 > MAX_OVERLAP) {
            throw error(
                    "a row in more than " + MAX_OVERLAP + " windows",
                    "Make slideMs longer, or windowMs shorter.",
                    null);
        }
    }

    /**
     * Windows of equal length that do not overlap.
     *
     * @param sizeMs length in milliseconds
     * @return windows
     */
    public static Windows tumbling(long sizeMs) {
        return new Windows(sizeMs, sizeMs, null, null);
    }

    /**
     * Windows of equal length that may overlap.
     *
     * @param sizeMs length in milliseconds
     * @param slideMs distance between two begins in milliseconds
     * @return windows
     */
    public static Windows hopping(long sizeMs, long slideMs) {
        return new Windows(sizeMs, slideMs, null, null);
    }

    /**
     * Windows of a calendar.
     *
     * @param calendar {@code day}, {@code week} or {@code month}
     * @param zone time zone
     * @return windows
     */
    public static Windows calendar(String calendar, String zone) {
        return new Windows(0, 0, calendar, zone);
    }

    private static PipelineException error(String problem, String action, @Nullable Throwable cause) {
        return new PipelineException("A window has " + problem + ".", action, cause);
    }
}
