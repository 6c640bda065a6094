package io.streamsboot.graph;

import java.util.Map;

/** Decides what becomes of state that another graph saved. */
@FunctionalInterface
public interface StateMigration {

    /**
     * Gives the state to load into the graph of {@code fingerprint}. Nodes are found by their identity, which is a hash of what
     * they compute and of their inputs; a node that is not in the result starts afresh, and what the graph has no node for is
     * dropped.
     *
     * @throws StateException to refuse
     */
    SavedState migrate(SavedState saved, String fingerprint);

    /** Keeps the state of the nodes that are as they were, and starts the others afresh. */
    static StateMigration keepWhatMatches() {
        return (saved, fingerprint) -> saved;
    }

    /** Starts every node afresh, but takes no record older than the saved state. */
    static StateMigration startAfresh() {
        return (saved, fingerprint) -> new SavedState(fingerprint, saved.epochNanos(), Map.of());
    }
}
