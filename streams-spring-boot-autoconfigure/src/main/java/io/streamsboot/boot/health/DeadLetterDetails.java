package io.streamsboot.boot.health;

import io.streamsboot.core.deadletter.DeadLetterSummary;
import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.deadletter.DeadLetterCounts.Kind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Dead letters as a detail of health. They never change a status: a record that was set aside is taken care of. */
final class DeadLetterDetails {

    private DeadLetterDetails() {}

    /** Empty as long as nothing failed and nothing lies in the topics, as far as they were counted. */
    static Map<String, Object> of(DeadLetterCounts counts, @Nullable DeadLetters letters) {
        long setAside = counts.kinds().stream().mapToLong(Kind::deadLetters).sum();
        long skipped = counts.kinds().stream().mapToLong(Kind::skipped).sum();
        long open = 0;
        Instant oldest = null;
        if (letters != null) {
            for (DeadLetterSummary summary : letters.summaries()) {
                Instant first = summary.ages().oldest();
                if (counts.topics().contains(summary.topic())) {
                    open += summary.open();
                    oldest = oldest == null || (first != null && first.isBefore(oldest)) ? first : oldest;
                }
            }
        }
        Map<String, Object> details = new LinkedHashMap<>();
        if (setAside == 0 && skipped == 0 && open == 0 && counts.lastUnwritten() == null) {
            return details;
        }
        details.put("topics", counts.topics());
        details.put("setAside", setAside);
        details.put("skipped", skipped);
        details.put("open", open);
        if (oldest != null) {
            details.put("oldest", oldest);
        }
        if (counts.lastAt() != null) {
            details.put("lastAt", Objects.requireNonNull(counts.lastAt()));
        }
        if (counts.lastUnwritten() != null) {
            details.put("lastUnwritten", Objects.requireNonNull(counts.lastUnwritten()));
        }
        return details;
    }
}
