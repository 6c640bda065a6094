package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.run.internal.Output;
import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs that have their result, and puts them into windows. A run enters a window only if the commit that goes with
 * it can say so, and only after those that come before it in its lanes: what is known about topics may change while a
 * window is being put together. Belongs to the core thread.
 */
final class WindowBuilder {

    /** Time between the beginnings of two transactions. */
    static final Duration INTERVAL = Duration.ofMillis(25);

    /** Time between the beginnings of two windows without a transaction, and between two looks for one. */
    static final Duration PLAIN_INTERVAL = Duration.ofMillis(4);

    private static final Comparator<Work> BY_OFFSET = Comparator.comparingLong(Work::firstOffset);
    static final int MAX_WORKS = 5_000;
    private static final long MAX_BYTES = 8L << 20;

    private final TopicFacts topics;
    private final Verdicts verdicts;
    private final Map<Partition, List<Work>> finished = new LinkedHashMap<>();

    WindowBuilder(TopicFacts topics, Verdicts verdicts) {
        this.topics = topics;
        this.verdicts = verdicts;
    }

    /** A run has its result. */
    void finished(Work work) {
        work.state = Work.State.READY;
        List<Work> works = finished.computeIfAbsent(work.partition(), ignored -> new ArrayList<>());
        works.add(work);
        work.partition().behind = works.size() >= work.partition().behindAt;
    }

    /** Runs whose window failed are sent again. */
    void back(List<Work> works) {
        for (Work work : works) {
            if (!work.partition().dropped) {
                unchoose(work);
                finished(work);
            }
        }
    }

    void drop(Partition partition) {
        finished.remove(partition);
    }

    boolean isEmpty() {
        return finished.isEmpty();
    }

    /** Whether something of a partition is to be sent. */
    boolean canSend(Partition partition) {
        Set<Object> held = new HashSet<>();
        for (Work work : inOrder(finished.getOrDefault(partition, List.of()))) {
            if (work.notBefore == 0 && Collections.disjoint(held, work.lanes())) {
                return true;
            }
            held.addAll(work.lanes());
        }
        return false;
    }

    /**
     * The next window.
     *
     * @param stop is told of runs that cannot be written and stop the workflow
     * @return the window, or null if there is nothing to send
     */
    @Nullable Window next(long now, BiConsumer<Work, Throwable> stop) {
        if (finished.isEmpty()) {
            return null;
        }
        int most = Math.max(1, MAX_WORKS / finished.size());
        long mostBytes = Math.max(1, MAX_BYTES / finished.size());
        Map<Partition, Commit> commits = new LinkedHashMap<>();
        List<Work> chosen = new ArrayList<>();
        finished.forEach((partition, works) -> {
            List<Work> fitting = candidates(inOrder(works), most, mostBytes, now, stop);
            int offered = fitting.size();
            boolean full = offered >= most || bytes(fitting) >= mostBytes;
            Commit commit = fit(partition, fitting);
            boolean isCut = full && commit != null && fitting.size() == offered;
            if (commit != null && !fitting.isEmpty()) {
                commits.put(partition, commit);
                chosen.addAll(fitting);
                fitting.forEach(work -> work.state = Work.State.IN_WINDOW);
                works.removeIf(work -> work.state == Work.State.IN_WINDOW);
            }
            // What stays although there was room waits for something else than a window.
            partition.behindAt = isCut ? offered : works.size() + most;
            partition.behind = works.size() >= partition.behindAt;
        });
        finished.values().removeIf(List::isEmpty);
        return chosen.isEmpty() ? null : new Window(chosen, commits);
    }

    /** The works as they are, lowest offsets first; most of them end in that order. */
    private static List<Work> inOrder(List<Work> works) {
        if (works.size() > 1) {
            works.sort(BY_OFFSET);
        }
        return works;
    }

    /** The first of a partition's works that can be written, lowest offsets first: they are what its commit waits for. */
    private List<Work> candidates(
            Collection<Work> works, int most, long mostBytes, long now, BiConsumer<Work, Throwable> stop) {
        List<Work> candidates = new ArrayList<>();
        Set<Object> held = new HashSet<>();
        long bytes = 0;
        Iterator<Work> all = works.iterator();
        while (all.hasNext() && candidates.size() < most && bytes < mostBytes) {
            Work work = all.next();
            if (!held.isEmpty() && !Collections.disjoint(held, work.lanes())) {
                held.addAll(work.lanes());
                continue;
            }
            Boolean writable = (work.notBefore != 0 && now - work.notBefore < 0) ? Boolean.FALSE : isWritable(work);
            if (writable == null) {
                all.remove();
                stop.accept(work, new UnknownTopicOrPartitionException("an output of " + work + " cannot be written"));
            } else if (writable) {
                candidates.add(work);
                bytes += work.bytes;
            } else {
                held.addAll(work.lanes());
            }
        }
        return candidates;
    }

    /** Whether all outputs can be sent now; null if they never can, and nothing else can be done about it. */
    private @Nullable Boolean isWritable(Work work) {
        for (int round = 0; round < 2; round++) {
            Exception refusal = null;
            work.bytes = 0;
            for (Output output : work.outputs) {
                work.bytes += output.size();
                TopicFacts.Facts facts = topics.facts(output.topic());
                if (facts == null) {
                    return false;
                }
                if (!facts.exists()) {
                    refusal = new UnknownTopicOrPartitionException("There is no topic " + output.topic());
                } else if (output.size() > facts.maxBytes()) {
                    refusal = new RecordTooLargeException("A record of " + output.size() + " bytes is more than the "
                            + facts.maxBytes() + " that topic " + output.topic() + " takes");
                }
            }
            if (refusal == null) {
                return true;
            }
            if (!verdicts.refused(work, refusal)) {
                return null;
            }
            if (work.notBefore != 0) {
                return false;
            }
        }
        return false;
    }

    private static long bytes(List<Work> works) {
        long bytes = 0;
        for (Work work : works) {
            bytes += work.bytes;
        }
        return bytes;
    }

    /** Leaves of the works, lowest offsets first, as many as the commit can name. */
    private @Nullable Commit fit(Partition partition, List<Work> works) {
        works.forEach(WindowBuilder::choose);
        Commit commit = partition.book().commitWithChosen();
        while (commit == null && !works.isEmpty()) {
            List<Work> more = works.subList(works.size() / 2, works.size());
            more.forEach(this::unchoose);
            more.clear();
            commit = works.isEmpty() ? null : partition.book().commitWithChosen();
        }
        return commit;
    }

    private static void choose(Work work) {
        for (ConsumerRecord<byte[], byte[]> record : work.records()) {
            work.partition().book().choose(record.offset());
        }
    }

    void unchoose(Work work) {
        for (ConsumerRecord<byte[], byte[]> record : work.records()) {
            work.partition().book().unchoose(record.offset());
        }
    }

    /** What can be committed although no run has ended. */
    static Map<Partition, Commit> bare(Collection<Partition> partitions) {
        Map<Partition, Commit> commits = new LinkedHashMap<>();
        for (Partition partition : partitions) {
            OffsetLedger ledger = partition.ledger;
            if (ledger != null && partition.open && !partition.draining && ledger.frontier() > ledger.committed()) {
                Commit commit = ledger.commit();
                if (commit != null) {
                    commits.put(partition, commit);
                }
            }
        }
        return commits;
    }
}
