package io.streamsboot.workflow.runtime;

import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.JournalScope;
import io.streamsboot.workflow.journal.RunRecord;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Holds what is appended in this process until it may go, and then hands it to a journal that may have a new owner. */
record BufferingJournal(Journal journal, String id, Consumer<String> arrived, Runnable go) implements Journal {

    @Override
    public String name() {
        return journal.name();
    }

    @Override
    public boolean survivesRestart() {
        return journal.survivesRestart();
    }

    @Override
    public JournalPartition open(JournalScope scope) {
        return new Buffering(journal.open(scope), new AtomicBoolean());
    }

    @Override
    public void close() {
        journal.close();
    }

    private final class Buffering implements JournalPartition {

        private final JournalPartition partition;
        private final AtomicBoolean said;

        private Buffering(JournalPartition partition, AtomicBoolean said) {
            this.partition = partition;
            this.said = said;
        }

        @Override
        public long fencingToken() {
            return partition.fencingToken();
        }

        @Override
        public boolean contains(String runId) {
            return partition.contains(runId);
        }

        @Override
        public CompletionStage<@Nullable RunRecord> find(String runId) {
            return partition.find(runId);
        }

        @Override
        public Collection<Claim> unfinishedBatches() {
            return partition.unfinishedBatches();
        }

        @Override
        public CompletionStage<@Nullable Void> append(List<JournalEntry> entries) {
            boolean first = said.compareAndSet(false, true);
            if (first) {
                arrived.accept(id);
            }
            return CompletableFuture.runAsync(go)
                    .thenCompose(same -> partition.append(entries).whenComplete((done, failure) -> {
                        if (first) {
                            CrashApp.say("FLUSHED " + id + " " + (failure == null ? "taken" : failure));
                        }
                    }));
        }

        @Override
        public void committed(long offset) {
            partition.committed(offset);
        }

        @Override
        public void close() {
            partition.close();
        }
    }
}
