package io.streamsboot.workflow.journal.redis;

import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a write of a run is about, so that this is known without reading it. */
enum Written {
    /** Steps, with or without a claim. */
    STEPS('s'),

    /** The claim of a batch, with or without steps. */
    BATCH('b'),

    /** A reset. */
    RESET('r'),

    /** An outcome, without the claim. */
    OUTCOME('o'),

    /** An outcome and the claim: all that is needed once the run is committed. */
    WHOLE('w');

    private final char letter;

    Written(char letter) {
        this.letter = letter;
    }

    char letter() {
        return letter;
    }

    boolean isOutcome() {
        return this == OUTCOME || this == WHOLE;
    }

    /** What a letter stands for, or null. */
    static @Nullable Written of(char letter) {
        for (Written each : values()) {
            if (each.letter == letter) {
                return each;
            }
        }
        return null;
    }

    /** What entries of one write are about. */
    static Written of(List<JournalEntry> entries) {
        Written written = STEPS;
        boolean hasClaim = false;
        for (JournalEntry entry : entries) {
            if (entry instanceof Claim begun) {
                hasClaim = true;
                written = begun.members().isEmpty() ? written : BATCH;
            } else if (entry instanceof JournalEntry.Completion) {
                written = hasClaim ? WHOLE : OUTCOME;
            } else if (entry instanceof JournalEntry.Reset) {
                written = RESET;
            }
        }
        return written;
    }
}
