package io.streamsboot.workflow.journal;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The journal of one partition in the hands of one owner. Thread-safe.
 *
 * <p>What fails says how by the subclass of {@link JournalException}, thrown or in the stage.
 */
public interface JournalPartition extends AutoCloseable {

    /** A number greater than that of every earlier owner of the partition, at least 1. */
    long fencingToken();

    /** Whether something is known about a run. Answers from memory. */
    boolean contains(String runId);

    /**
     * What is known about a run.
     *
     * @return what is known, or null
     */
    CompletionStage<@Nullable RunRecord> find(String runId);

    /** Claims of runs of several records that have begun and not ended, in the order of their offsets; from memory. */
    Collection<JournalEntry.Claim> unfinishedBatches();

    /**
     * Appends entries of one run, all of them or none.
     *
     * @param entries the entries in their order; the first ever of a run is its claim
     * @return done when they are durable
     */
    CompletionStage<@Nullable Void> append(List<JournalEntry> entries);

    /**
     * Tells that everything below an offset is committed, so that what is no longer needed can go: steps of runs below it,
     * and of their outcomes those that are older than the idempotency window. Nothing of a run at or above it goes. Does
     * not block; what fails is tried again with the next call.
     */
    void committed(long offset);

    /** Gives the partition up. Entries that are not durable yet may be lost. */
    @Override
    void close();
}
