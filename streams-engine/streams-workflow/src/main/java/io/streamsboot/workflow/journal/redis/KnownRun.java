package io.streamsboot.workflow.journal.redis;

import io.streamsboot.workflow.journal.JournalEntry.Claim;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is known about a run without reading it: what was written of it, and in which chunks. Not thread-safe. */
final class KnownRun {

    private final String runId;
    private final long lastOffset;
    private @Nullable Chunk[] chunks = new Chunk[2];
    private @Nullable Written[] writes = new Written[2];
    private int count;
    private @Nullable Claim claim;

    /**
     * A run of which nothing is written.
     *
     * @param lastOffset offset of its last record
     */
    KnownRun(String runId, long lastOffset) {
        this.runId = runId;
        this.lastOffset = lastOffset;
    }

    String runId() {
        return runId;
    }

    long lastOffset() {
        return lastOffset;
    }

    @Nullable Claim claim() {
        return claim;
    }

    void claim(Claim known) {
        claim = known;
    }

    /** The number of the next write. */
    int next() {
        return count;
    }

    /**
     * Takes a write in.
     *
     * @param number its number, in the order in which the run was written
     */
    void written(int number, Written what, Chunk chunk) {
        if (number >= chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(number + 1, 2 * chunks.length));
            writes = Arrays.copyOf(writes, chunks.length);
        }
        chunks[number] = chunk;
        writes[number] = what;
        count = Math.max(count, number + 1);
        chunk.use();
    }

    boolean hasOutcome() {
        for (int i = count - 1; i >= 0; i--) {
            Written what = writes[i];
            if (what != null && what.isOutcome()) {
                return true;
            }
            if (what == Written.RESET) {
                return false;
            }
        }
        return false;
    }

    /** Whether it may be a batch that has not ended. */
    boolean isUnfinishedBatch() {
        List<@Nullable Written> all = Arrays.asList(writes);
        return !hasOutcome() && (all.contains(Written.BATCH) || all.contains(Written.RESET));
    }

    /** The chunks that it is written in, in the order in which it was. */
    Set<Chunk> chunks() {
        Set<Chunk> all = new LinkedHashSet<>();
        for (Chunk chunk : chunks) {
            if (chunk != null) {
                all.add(chunk);
            }
        }
        return all;
    }

    /**
     * Leaves what the outcome does not need.
     *
     * @return the chunks that nobody uses any more
     */
    List<Chunk> keepOutcome() {
        int outcome = count - 1;
        while (outcome >= 0 && !isOutcome(outcome)) {
            outcome--;
        }
        if (outcome < 0 || writes[outcome] != Written.WHOLE) {
            return List.of();
        }
        claim = null;
        return leave(outcome);
    }

    private boolean isOutcome(int number) {
        Written what = writes[number];
        return what != null && what.isOutcome();
    }

    /**
     * Leaves everything.
     *
     * @return the chunks that nobody uses any more
     */
    List<Chunk> leave() {
        return leave(-1);
    }

    private List<Chunk> leave(int kept) {
        List<Chunk> unused = List.of();
        for (int number = 0; number < count; number++) {
            Chunk chunk = chunks[number];
            if (number != kept && chunk != null) {
                chunks[number] = null;
                writes[number] = null;
                if (chunk.leave()) {
                    unused = unused.isEmpty() ? new ArrayList<>(1) : unused;
                    unused.add(chunk);
                }
            }
        }
        return unused;
    }
}
