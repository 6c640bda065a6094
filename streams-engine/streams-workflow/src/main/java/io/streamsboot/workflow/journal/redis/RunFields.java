package io.streamsboot.workflow.journal.redis;

import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a run in its bucket: each write of the run is one, {@code <last offset>:<number><kind>:<run id>}, so that
 * the names alone tell what there is. Not thread-safe.
 */
final class RunFields {

    /** Steps, with or without a claim. */
    private static final char STEPS = 's';

    /** The claim of a batch, with or without steps. */
    private static final char BATCH = 'b';

    /** A reset. */
    private static final char RESET = 'r';

    /** An outcome, without the claim. */
    private static final char OUTCOME = 'o';

    /** An outcome and the claim: all that is needed once the run is committed. */
    private static final char WHOLE = 'w';

    private static final char NONE = '-';

    private final String runId;
    private final long lastOffset;
    private char[] kinds = new char[0];
    private @Nullable Claim claim;

    /**
     * The name of a field.
     *
     * @param lastOffset offset of the last record of the run
     * @param number number of the write
     * @param kind what was written
     * @param runId id of the run
     */
    record Name(long lastOffset, int number, char kind, String runId) {

        /** The name in a key of a bucket; null if it is none of ours. */
        static @Nullable Name parse(byte[] field) {
            String text = new String(field, StandardCharsets.UTF_8);
            int first = text.indexOf(':');
            int second = text.indexOf(':', first + 1);
            if (first < 1 || second < first + 3) {
                return null;
            }
            try {
                return new Name(
                        Long.parseLong(text.substring(0, first)),
                        Integer.parseInt(text.substring(first + 1, second - 1)),
                        text.charAt(second - 1),
                        text.substring(second + 1));
            } catch (NumberFormatException e) {
                return null;
            }
        }
    }

    RunFields(String runId, long lastOffset) {
        this.runId = runId;
        this.lastOffset = lastOffset;
    }

    long lastOffset() {
        return lastOffset;
    }

    long bucket() {
        return Keys.bucketOf(lastOffset);
    }

    @Nullable Claim claim() {
        return claim;
    }

    void claim(Claim known) {
        claim = known;
    }

    /** Takes a field in that is there. */
    void found(int number, char kind) {
        if (number >= kinds.length) {
            int length = kinds.length;
            kinds = Arrays.copyOf(kinds, number + 1);
            Arrays.fill(kinds, length, number, NONE);
        }
        kinds[number] = kind;
    }

    /**
     * Names the next field.
     *
     * @param entries what is written to it
     */
    byte[] next(List<JournalEntry> entries) {
        char kind = STEPS;
        boolean hasClaim = false;
        for (JournalEntry entry : entries) {
            if (entry instanceof Claim begun) {
                hasClaim = true;
                kind = begun.members().isEmpty() ? kind : BATCH;
            } else if (entry instanceof JournalEntry.Completion) {
                kind = hasClaim ? WHOLE : OUTCOME;
            } else if (entry instanceof JournalEntry.Reset) {
                kind = RESET;
            }
        }
        int number = kinds.length;
        found(number, kind);
        return name(number);
    }

    boolean hasOutcome() {
        int last = lastOutcome();
        return last >= 0 && new String(kinds).indexOf(RESET, last) < 0;
    }

    private int lastOutcome() {
        String all = new String(kinds);
        return Math.max(all.lastIndexOf(WHOLE), all.lastIndexOf(OUTCOME));
    }

    /** Whether it may be a batch that has not ended. */
    boolean isUnfinishedBatch() {
        return !hasOutcome() && (new String(kinds).indexOf(BATCH) >= 0 || new String(kinds).indexOf(RESET) >= 0);
    }

    /** Names of all fields, in the order in which they were written. */
    List<byte[]> names() {
        List<byte[]> names = new ArrayList<>(kinds.length);
        for (int number = 0; number < kinds.length; number++) {
            if (kinds[number] != NONE) {
                names.add(name(number));
            }
        }
        return names;
    }

    /** Forgets all that the outcome does not need, and names the fields. */
    List<byte[]> keepOutcome() {
        List<byte[]> gone = new ArrayList<>();
        int outcome = lastOutcome();
        if (outcome < 0 || kinds[outcome] != WHOLE) {
            return gone;
        }
        for (int number = 0; number < kinds.length; number++) {
            if (number != outcome && kinds[number] != NONE) {
                gone.add(name(number));
                kinds[number] = NONE;
            }
        }
        claim = null;
        return gone;
    }

    private byte[] name(int number) {
        return Keys.bytes(lastOffset + ":" + number + kinds[number] + ":" + runId);
    }
}
