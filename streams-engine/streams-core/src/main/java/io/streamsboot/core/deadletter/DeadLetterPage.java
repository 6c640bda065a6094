package io.streamsboot.core.deadletter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some dead letters of a topic, in the order of partitions and offsets.
 *
 * @param entries the dead letters
 * @param next cursor of the next page; null if the topic's end was reached
 */
public record DeadLetterPage(List<Entry> entries, @Nullable String next) {

    public DeadLetterPage {
        entries = List.copyOf(entries);
    }

    /**
     * A dead letter and what became of it.
     *
     * @param letter the dead letter, with its position
     * @param mark what became of it; null if it is open
     */
    public record Entry(DeadLetter letter, @Nullable Mark mark) {}
}
