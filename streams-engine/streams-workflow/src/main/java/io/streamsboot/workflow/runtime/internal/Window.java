package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is produced, and with exactly-once committed, at once.
 *
 * @param works whose outputs, in the order in which they are sent
 * @param commits the offsets that hold once they are sent
 */
record Window(List<Work> works, Map<Partition, Commit> commits) {

    Window {
        works = List.copyOf(works);
        commits = Map.copyOf(commits);
    }

    /** Whether all its partitions are still ours. */
    boolean isWanted() {
        return commits.keySet().stream().noneMatch(partition -> partition.dropped);
    }

    /** What became of a window. */
    sealed interface Result {}

    /** All is written; with exactly-once it is committed too. */
    record Sent() implements Result {}

    /**
     * Nothing counts as written, and nobody is to blame.
     *
     * @param cause why
     */
    record Again(Throwable cause) implements Result {}

    /**
     * Some outputs were not written. With exactly-once nothing was written, otherwise the outputs of all others were.
     *
     * @param causes why some cannot be written, by whose outputs they are
     * @param unsent others whose outputs were not written either, though nothing is wrong with them
     */
    record Refused(Map<Work, Exception> causes, Set<Work> unsent) implements Result {

        Refused {
            causes = Map.copyOf(causes);
            unsent = Set.copyOf(unsent);
        }
    }
}
