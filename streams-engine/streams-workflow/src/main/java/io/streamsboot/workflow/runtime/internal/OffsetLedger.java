package io.streamsboot.workflow.runtime.internal;

import org.jspecify.annotations.Nullable;

/**
 * What is known about the records of one partition past its committed offset: which have come, and which of them are
 * finished. Used by one thread.
 *
 * <p>Only the finished prefix is committed, and never an offset beyond the position. Offsets may have gaps. Records that
 * are finished beyond the prefix travel in a {@link FinishedMap}; what does not fit in there must not be finished yet.
 */
final class OffsetLedger {

    /** An offset to commit, and the metadata that goes with it. */
    record Commit(long offset, String metadata) {}

    private static final byte OPEN = 0;
    private static final byte CHOSEN = 1;
    private static final byte FINISHED = 2;

    private final FinishedMap inherited;
    private long[] offsets = new long[64];
    private byte[] states = new byte[64];
    private int head;
    private int size;
    private int finishedPrefix;
    private long committed;
    private long position;
    private long highestDone = -1;

    /**
     * An empty ledger.
     *
     * @param committed the committed offset; -1 if there is none
     * @param inherited what was finished beyond it
     */
    OffsetLedger(long committed, FinishedMap inherited) {
        this.committed = committed;
        this.position = committed;
        this.inherited = inherited;
    }

    /**
     * Takes a record in.
     *
     * @return whether it is to be worked on; not if it is finished already
     * @throws IllegalArgumentException if its offset is below the position: then the partition is not what it was
     */
    boolean add(long offset) {
        if (size == 0 && position < 0) {
            committed = -1;
        } else if (offset < committed) {
            return false;
        } else if (offset < position) {
            throw new IllegalArgumentException("offset " + offset + " comes after position " + position);
        }
        if (size == offsets.length) {
            grow();
        }
        boolean done = inherited.contains(offset);
        int slot = slot(size);
        offsets[slot] = offset;
        states[slot] = done ? FINISHED : OPEN;
        highestDone = done ? offset : highestDone;
        size++;
        position = offset + 1;
        advance();
        return !done;
    }

    /** Tells where the consumer stands: there is no record between the last one and this offset. */
    void position(long offset) {
        position = Math.max(position, offset);
    }

    /** Marks a record as part of a commit that is under way. */
    void choose(long offset) {
        states[indexOf(offset)] = CHOSEN;
        highestDone = Math.max(highestDone, offset);
    }

    /** Takes {@link #choose} back. */
    void unchoose(long offset) {
        int slot = indexOf(offset);
        if (states[slot] == CHOSEN) {
            states[slot] = OPEN;
        }
    }

    /** Marks a record as finished for good. */
    void finish(long offset) {
        states[indexOf(offset)] = FINISHED;
        highestDone = Math.max(highestDone, offset);
        advance();
    }

    /** Forgets what lies below an offset that was committed. */
    void committed(long offset) {
        if (offset < committed) {
            return;
        }
        committed = offset;
        while (size > 0 && offsets[head] < offset && states[head] == FINISHED) {
            head = (head + 1) % offsets.length;
            size--;
            finishedPrefix = Math.max(0, finishedPrefix - 1);
        }
    }

    /** The committed offset, or -1 if there is none. */
    long committed() {
        return committed;
    }

    long position() {
        return position;
    }

    /** How many records have come past the committed offset. */
    int size() {
        return size;
    }

    /** The first offset that is not finished: the position if there is no such record. */
    long frontier() {
        return finishedPrefix < size ? offsets[slot(finishedPrefix)] : position;
    }

    /** What to commit now; null if there is nothing new. */
    @Nullable Commit commit() {
        return encoded(FINISHED);
    }

    /** What to commit once those that are chosen are finished; null if it does not fit. */
    @Nullable Commit commitWithChosen() {
        return encoded(CHOSEN);
    }

    private @Nullable Commit encoded(byte least) {
        int first = finishedPrefix;
        while (first < size && states[slot(first)] >= least) {
            first++;
        }
        long frontier = first < size ? offsets[slot(first)] : position;
        if (frontier < 0) {
            return null;
        }
        FinishedMap.Builder map = new FinishedMap.Builder();
        boolean running = false;
        // Behind the last one that is chosen or finished there is nothing to name, however many have come.
        for (int i = first; i < size && offsets[slot(i)] <= highestDone; i++) {
            int slot = slot(i);
            boolean done = states[slot] >= least;
            if (done && running) {
                // A gap between two finished records holds nothing that could come.
                map.extend(offsets[slot] + 1);
            } else if (done) {
                map.add(offsets[slot], offsets[slot] + 1);
            }
            running = done;
        }
        inherited.addTo(map, Math.max(position, frontier));
        String metadata = map.build().encode(frontier);
        return metadata == null ? null : new Commit(frontier, metadata);
    }

    private void advance() {
        while (finishedPrefix < size && states[slot(finishedPrefix)] == FINISHED) {
            finishedPrefix++;
        }
    }

    private int slot(int index) {
        int slot = head + index;
        return slot < offsets.length ? slot : slot - offsets.length;
    }

    private int indexOf(long offset) {
        int low = 0;
        // Where offsets have no gaps this is it, and it is never before it.
        int high = size == 0 ? -1 : (int) Math.min(size - 1L, offset - offsets[head]);
        if (high >= 0 && offsets[slot(high)] == offset) {
            return slot(high);
        }
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = offsets[slot(middle)];
            if (found < offset) {
                low = middle + 1;
            } else if (found > offset) {
                high = middle - 1;
            } else {
                return slot(middle);
            }
        }
        throw new IllegalArgumentException("offset " + offset + " is not in the ledger");
    }

    private void grow() {
        long[] moreOffsets = new long[offsets.length * 2];
        byte[] moreStates = new byte[states.length * 2];
        for (int i = 0; i < size; i++) {
            moreOffsets[i] = offsets[slot(i)];
            moreStates[i] = states[slot(i)];
        }
        offsets = moreOffsets;
        states = moreStates;
        head = 0;
    }
}
