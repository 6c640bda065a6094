package io.streamsboot.workflow.journal;

/** Keeps what runs have done. Thread-safe. */
public interface Journal extends AutoCloseable {

    /** What options call it. */
    String name();

    /** Whether it outlives the process. */
    boolean survivesRestart();

    /**
     * Takes over a partition: whoever had it before can no longer write. Called off the poll thread, and may block.
     *
     * @param scope which partition of which workflow
     * @return the partition, with all that is known about its runs
     * @throws JournalException if it cannot be taken over now
     */
    JournalPartition open(JournalScope scope);

    /** Closes it, and what is still open of it. */
    @Override
    void close();
}
