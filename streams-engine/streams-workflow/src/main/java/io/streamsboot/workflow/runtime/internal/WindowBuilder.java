package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.core.deadletter.RecordSize;
import io.streamsboot.workflow.run.internal.Output;
import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
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
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs that have their result, and puts them into windows. A run enters a window only if the commit that goes with
 * it can say so, and only after those that come before it in its lanes: what is known about topics may change while a
 * window is being put together. Belongs to the core thread.
 */
final class WindowBuilder {

    /** Time between the beginnings of two transactions. */
    static final Duration INTERVAL = Duration.ofMillis(25);

    private static final int MAX_WORKS = 5_000;
    private static final long MAX_BYTES = 8L << 20;

    private final TopicFacts topics;
    private final Verdicts verdicts;
    private final Deque<Work> finished = new ArrayDeque<>();

    WindowBuilder(TopicFacts topics, Verdicts verdicts) {
        this.topics = topics;
        this.verdicts = verdicts;
    }

    /** A run has its result. */
    void finished(Work work) {
        work.state = Work.State.READY;
        finished.add(work);
    }

    /** Runs whose window failed come first again, in their order. */
    void back(List<Work> works) {
        for (int i = works.size() - 1; i >= 0; i--) {
            Work work = works.get(i);
            if (!work.partition().dropped) {
                unchoose(work);
                work.state = Work.State.READY;
                finished.addFirst(work);
            }
        }
    }

    void drop(Partition partition) {
        finished.removeIf(work -> work.partition() == partition);
    }

    /** Whether something of a partition is to be sent. */
    boolean canSend(Partition partition) {
        HeldLanes held = new HeldLanes();
        for (Work work : finished) {
            if (work.partition() == partition) {
                if (work.notBefore == 0 && !held.holds(work)) {
                    return true;
                }
                held.hold(work);
            }
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
        Map<Partition, List<Work>> candidates = candidates(now, stop);
        Map<Partition, Commit> commits = new LinkedHashMap<>();
        Set<Work> chosen = new HashSet<>();
        candidates.forEach((partition, works) -> {
            Commit commit = fit(partition, works);
            if (commit != null) {
                commits.put(partition, commit);
                chosen.addAll(works);
            }
        });
        if (chosen.isEmpty()) {
            return null;
        }
        List<Work> works = new ArrayList<>(chosen.size());
        for (Iterator<Work> all = finished.iterator(); all.hasNext() && works.size() < chosen.size(); ) {
            Work work = all.next();
            if (chosen.contains(work)) {
                all.remove();
                work.state = Work.State.IN_WINDOW;
                works.add(work);
            }
        }
        return new Window(works, commits);
    }

    private Map<Partition, List<Work>> candidates(long now, BiConsumer<Work, Throwable> stop) {
        Map<Partition, List<Work>> candidates = new HashMap<>();
        HeldLanes held = new HeldLanes();
        int count = 0;
        long bytes = 0;
        for (Iterator<Work> all = finished.iterator(); all.hasNext() && count < MAX_WORKS && bytes < MAX_BYTES; ) {
            Work work = all.next();
            if (held.holds(work)) {
                held.hold(work);
                continue;
            }
            Boolean writable = (work.notBefore != 0 && now - work.notBefore < 0) ? Boolean.FALSE : isWritable(work);
            if (writable == null) {
                all.remove();
                stop.accept(work, new UnknownTopicOrPartitionException("an output of " + work + " cannot be written"));
            } else if (writable) {
                candidates
                        .computeIfAbsent(work.partition(), ignored -> new ArrayList<>())
                        .add(work);
                count++;
                for (Output output : work.outputs) {
                    bytes += size(output);
                }
            } else {
                held.hold(work);
            }
        }
        return candidates;
    }

    /** Whether all outputs can be sent now; null if they never can, and nothing else can be done about it. */
    private @Nullable Boolean isWritable(Work work) {
        for (int round = 0; round < 2; round++) {
            Exception refusal = null;
            for (Output output : work.outputs) {
                TopicFacts.Facts facts = topics.facts(output.topic());
                if (facts == null) {
                    return false;
                }
                if (!facts.exists()) {
                    refusal = new UnknownTopicOrPartitionException("There is no topic " + output.topic());
                } else if (size(output) > facts.maxBytes()) {
                    refusal = new RecordTooLargeException("A record of " + size(output) + " bytes is more than the "
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

    private static long size(Output output) {
        return RecordSize.of(output.key(), output.value(), output.headers().toArray(Header[]::new));
    }

    /** Leaves of the works, lowest offsets first, as many as the commit can name. */
    private @Nullable Commit fit(Partition partition, List<Work> works) {
        List<Work> byOffset = new ArrayList<>(works);
        byOffset.sort(Comparator.comparingLong(Work::firstOffset));
        byOffset.forEach(WindowBuilder::choose);
        Commit commit = partition.book().commitWithChosen();
        int size = byOffset.size();
        while (commit == null && size > 0) {
            int less = size / 2;
            byOffset.subList(less, size).forEach(this::unchoose);
            size = less;
            commit = size == 0 ? null : partition.book().commitWithChosen();
        }
        works.retainAll(size == byOffset.size() ? works : new HashSet<>(byOffset.subList(0, size)));
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

    /** The lanes in which somebody must wait, and all behind it too. */
    private static final class HeldLanes {

        private final Map<Partition, Set<Object>> held = new HashMap<>();

        void hold(Work work) {
            held.computeIfAbsent(work.partition(), ignored -> new HashSet<>()).addAll(work.lanes());
        }

        boolean holds(Work work) {
            Set<Object> lanes = held.get(work.partition());
            return lanes != null && work.lanes().stream().anyMatch(lanes::contains);
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
