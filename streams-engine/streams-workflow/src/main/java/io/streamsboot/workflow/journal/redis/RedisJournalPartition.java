package io.streamsboot.workflow.journal.redis;

import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalException;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.RunRecord;
import io.streamsboot.workflow.journal.RunWindow;
import io.streamsboot.workflow.journal.internal.EntryFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** One partition of a journal under one token. In memory is what its indexes say, and no values. */
final class RedisJournalPartition implements JournalPartition {

    private final Keys keys;
    private final long token;
    private final int maxEntryBytes;
    private final GroupWriter writer;
    private final ChunkReader reader;
    private final Map<String, KnownRun> runs = new HashMap<>();
    private final RunWindow window;
    private Collection<Claim> unfinished = List.of();
    private @Nullable Future<?> renewal;
    private boolean closed;

    RedisJournalPartition(
            Keys keys, long token, int maxEntryBytes, GroupWriter writer, ChunkReader reader, int idempotencyWindow) {
        this.keys = keys;
        this.token = token;
        this.maxEntryBytes = maxEntryBytes;
        this.writer = writer;
        this.reader = reader;
        this.window = new RunWindow(idempotencyWindow);
    }

    /** Takes the indexes of the chunks in that are there, by their numbers, and reads what is to be known; blocks. */
    void load(Map<Long, byte[]> indexes) {
        List<KnownRun> batches = new ArrayList<>();
        synchronized (this) {
            indexes.forEach((number, index) -> {
                Chunk chunk = new Chunk(number);
                for (ChunkIndex.Item item : ChunkIndex.read(chunk.of(keys), index)) {
                    run(item.runId(), item.lastOffset()).written(item.number(), item.what(), chunk);
                }
            });
            for (KnownRun run : runs.values()) {
                if (run.isUnfinishedBatch()) {
                    batches.add(run);
                }
            }
        }
        List<CompletableFuture<@Nullable RunRecord>> reads =
                batches.stream().map(this::read).toList();
        List<Claim> claims = new ArrayList<>();
        for (CompletableFuture<@Nullable RunRecord> read : reads) {
            RunRecord found = RedisLink.await(read);
            if (found != null && !found.claim().members().isEmpty()) {
                claims.add(found.claim());
            }
        }
        claims.sort(Comparator.comparingLong(Claim::firstOffset));
        unfinished = List.copyOf(claims);
    }

    /** What calls {@link #touch}, which ends with this. */
    synchronized void renewedBy(Future<?> timer) {
        renewal = timer;
    }

    private KnownRun run(String runId, long lastOffset) {
        KnownRun known = runs.get(runId);
        if (known == null) {
            known = new KnownRun(runId, lastOffset);
            runs.put(runId, known);
            window.add(runId, lastOffset);
        }
        return known;
    }

    @Override
    public long fencingToken() {
        return token;
    }

    @Override
    public synchronized boolean contains(String runId) {
        return runs.containsKey(runId);
    }

    @Override
    public CompletionStage<@Nullable RunRecord> find(String runId) {
        KnownRun run;
        synchronized (this) {
            run = runs.get(runId);
        }
        if (run == null) {
            return CompletableFuture.completedFuture(null);
        }
        return read(run).thenApply(found -> {
            if (found != null) {
                synchronized (this) {
                    run.claim(found.claim());
                }
            }
            return found;
        });
    }

    private CompletableFuture<@Nullable RunRecord> read(KnownRun run) {
        Set<Chunk> chunks;
        synchronized (this) {
            chunks = run.chunks();
        }
        CompletableFuture<@Nullable RunRecord> known = CompletableFuture.completedFuture(null);
        for (Chunk chunk : chunks) {
            known = known.thenCombine(
                    reader.read(chunk), (before, found) -> after(before, found.getOrDefault(run.runId(), List.of())));
        }
        return known;
    }

    private static @Nullable RunRecord after(@Nullable RunRecord before, List<JournalEntry> entries) {
        RunRecord known = before;
        for (JournalEntry entry : entries) {
            // What is older than any claim is of a time that the server has forgotten.
            if (known != null || entry instanceof Claim) {
                known = RunRecord.after(known, entry);
            }
        }
        return known;
    }

    @Override
    public Collection<Claim> unfinishedBatches() {
        return unfinished;
    }

    @Override
    public CompletionStage<@Nullable Void> append(List<JournalEntry> entries) {
        try {
            return write(entries);
        } catch (JournalException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletionStage<@Nullable Void> write(List<JournalEntry> entries) {
        CompletableFuture<@Nullable Void> done;
        synchronized (this) {
            if (closed) {
                throw new JournalException.Fenced("the lease on " + keys.base() + " was given up");
            }
            KnownRun run = run(entries);
            List<JournalEntry> whole = whole(run, entries);
            byte[] value = EntryFormat.write(token, whole);
            if (value.length > maxEntryBytes) {
                throw new JournalException.Rejected(
                        "the journal takes values of up to " + maxEntryBytes + " bytes, but this one has "
                                + value.length,
                        null);
            }
            done = writer.put(run, Written.of(whole), value);
        }
        writer.sendIfDue();
        return done;
    }

    private KnownRun run(List<JournalEntry> entries) {
        String runId = entries.get(0).runId();
        if (entries.get(0) instanceof Claim claim) {
            KnownRun run = run(runId, claim.lastOffset());
            run.claim(claim);
            return run;
        }
        KnownRun known = runs.get(runId);
        if (known == null) {
            throw new JournalException.Failing("run " + runId + " has no claim in its journal", null);
        }
        return known;
    }

    /** An outcome carries the claim, so that it can stand alone. */
    private static List<JournalEntry> whole(KnownRun run, List<JournalEntry> entries) {
        Claim claim = run.claim();
        if (claim == null || entries.get(0) instanceof Claim || !(entries.get(0) instanceof JournalEntry.Completion)) {
            return entries;
        }
        List<JournalEntry> whole = new ArrayList<>(entries);
        whole.add(0, claim);
        return whole;
    }

    @Override
    public void committed(long offset) {
        synchronized (this) {
            RunWindow.Trimmed trimmed = window.committed(offset, id -> {
                KnownRun run = runs.get(id);
                return run != null && run.hasOutcome();
            });
            for (String id : trimmed.ended()) {
                KnownRun run = runs.get(id);
                if (run != null) {
                    delete(run.keepOutcome());
                }
            }
            for (String id : trimmed.gone()) {
                KnownRun run = runs.remove(id);
                if (run != null) {
                    delete(run.leave());
                }
            }
        }
        writer.sendIfDue();
    }

    private void delete(List<Chunk> chunks) {
        if (!chunks.isEmpty()) {
            writer.delete(chunks);
        }
    }

    /** Renews the expiry of everything, since what is in use must not end. */
    void touch() {
        Set<Long> buckets = new HashSet<>();
        synchronized (this) {
            if (closed) {
                return;
            }
            runs.values().forEach(run -> run.chunks().forEach(chunk -> buckets.add(chunk.bucket())));
        }
        writer.renew(buckets);
        writer.sendIfDue();
    }

    @Override
    public synchronized void close() {
        closed = true;
        Future<?> timer = renewal;
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
