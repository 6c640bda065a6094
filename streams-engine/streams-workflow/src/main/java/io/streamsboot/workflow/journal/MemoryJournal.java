package io.streamsboot.workflow.journal;

import io.streamsboot.workflow.journal.JournalEntry.Claim;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A journal in memory, for tests and programs of one process: what it knows ends with the program. Partitions that are
 * taken over again find what was there.
 */
public final class MemoryJournal implements Journal {

    private final Map<Key, Log> logs = new ConcurrentHashMap<>();

    private record Key(String group, String topic, int partition) {}

    private static final class Log {

        private final RunIndex index;
        private long token;

        private Log(int window) {
            this.index = new RunIndex(window);
        }

        private synchronized long take() {
            return ++token;
        }

        private synchronized void append(long owner, List<JournalEntry> entries) {
            if (owner != token) {
                throw new JournalException.Fenced("owner " + owner + " was followed by owner " + token);
            }
            entries.forEach(index::add);
        }

        private synchronized void committed(long owner, long offset) {
            if (owner == token) {
                index.committed(offset);
            }
        }
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public boolean survivesRestart() {
        return false;
    }

    @Override
    public JournalPartition open(JournalScope scope) {
        Key key = new Key(
                scope.group(), scope.partition().topic(), scope.partition().partition());
        Log log = logs.computeIfAbsent(key, ignored -> new Log(scope.idempotencyWindow()));
        return new Partition(log, log.take());
    }

    @Override
    public void close() {
        logs.clear();
    }

    private record Partition(Log log, long fencingToken) implements JournalPartition {

        @Override
        public boolean contains(String runId) {
            return log.index.contains(runId);
        }

        @Override
        public CompletionStage<@Nullable RunRecord> find(String runId) {
            return CompletableFuture.completedFuture(log.index.find(runId));
        }

        @Override
        public Collection<Claim> unfinishedBatches() {
            return log.index.unfinishedBatches();
        }

        @Override
        public CompletionStage<@Nullable Void> append(List<JournalEntry> entries) {
            try {
                log.append(fencingToken, entries);
                return CompletableFuture.completedFuture(null);
            } catch (JournalException e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        @Override
        public void committed(long offset) {
            log.committed(fencingToken, offset);
        }

        @Override
        public void close() {
            // Nothing is kept for one owner alone.
        }
    }
}
