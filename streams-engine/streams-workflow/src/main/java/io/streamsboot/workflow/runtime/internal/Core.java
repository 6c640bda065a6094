package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.options.Delivery;
import io.streamsboot.workflow.options.WorkflowOptions;
import io.streamsboot.workflow.run.internal.RunResult;
import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The state of a workflow's partitions: which records have come, which runs are under way, what is finished and what is
 * to be committed. Every method is called by the core thread alone; none blocks. After one or several of them
 * {@link #pump()} is called, which does what is to be done now.
 */
final class Core {

    /** Failed attempts to send a window are repeated after a pause that grows up to this. */
    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

    private static final Duration BARE_INTERVAL = Duration.ofMillis(500);

    private final WorkflowDefinition definition;
    private final WorkflowOptions options;
    private final CoreActions actions;
    private final Verdicts verdicts;
    private final WindowBuilder windows;
    private final Counters counters;
    private final HoldLog holds;
    private final Map<TopicPartition, Partition> partitions = new LinkedHashMap<>();
    private final Intake intake;
    private final Dispatch dispatch;
    private final Drains drains;
    private int failedWindows;
    private @Nullable Window sending;
    private long nextWindow;
    private long nextBare;
    private boolean stopped;

    Core(
            WorkflowDefinition definition,
            CoreActions actions,
            Verdicts verdicts,
            WindowBuilder windows,
            Counters counters,
            HoldLog holds) {
        this.definition = definition;
        this.options = definition.options();
        this.actions = actions;
        this.verdicts = verdicts;
        this.windows = windows;
        this.counters = counters;
        this.holds = holds;
        this.intake = new Intake(definition, verdicts, windows, counters);
        this.dispatch = new Dispatch(definition, actions, counters, holds);
        this.drains = new Drains(options.delivery());
    }

    /** A partition was assigned; its records come once it is open. */
    void assigned(Partition partition) {
        partitions.put(partition.id(), partition);
    }

    /** A partition's journal is there, and what is committed of it is known. */
    void opened(Partition partition, long committed, FinishedMap finished, @Nullable JournalPartition journal) {
        partition.journal = journal;
        if (partition.dropped || partition.draining) {
            actions.release(partition);
            return;
        }
        partition.ledger = new OffsetLedger(committed, finished);
        if (journal != null && definition.isBatch()) {
            partition.batches.begunBefore(journal.unfinishedBatches());
        }
        partition.open = true;
    }

    /** Records came, in the order of their offsets. */
    void polled(Partition partition, List<ConsumerRecord<byte[], byte[]>> records, long position) {
        if (!partition.dropped) {
            intake.polled(partition, records, position, actions.nanoTime());
            dispatch.look(partition);
        }
    }

    /** Records of batches are decoded, or their failure is known. */
    void decoded(Partition partition, List<Decoded> records) {
        partition.batches.decoding = false;
        if (!partition.dropped && !partition.draining) {
            intake.decoded(partition, records, actions.nanoTime());
        }
    }

    /** An attempt of a run has ended. */
    void attemptEnded(Work work, RunResult result) {
        Partition partition = work.partition();
        dispatch.ended(work);
        if (partition.dropped || work.state != Work.State.RUNNING) {
            return;
        }
        if (result instanceof RunResult.Abandoned) {
            // Somebody gave it up who did not give up the partition: it is done again from its journal.
            work.run = null;
            if (!partition.draining) {
                later(work, Duration.ofMillis(100));
            } else {
                partition.works.remove(work);
            }
        } else {
            Verdicts.Verdict verdict = verdicts.judge(work, result);
            if (verdict.retryAfter() != null) {
                if (partition.draining) {
                    partition.works.remove(work);
                } else {
                    later(work, verdict.retryAfter());
                }
            } else if (verdict.stop() != null) {
                stop(work, verdict.stop());
            } else {
                ready(work);
            }
        }
    }

    private void ready(Work work) {
        if (definition.isBatch()) {
            work.partition().batches.ended(work);
        } else if (!work.partition().draining) {
            work.partition().pass(work);
        }
        windows.finished(work);
    }

    private void stop(Work work, Throwable cause) {
        work.state = Work.State.RETRYING;
        work.partition().retrying++;
        stopped = true;
        actions.stop(work, cause);
    }

    private void later(Work work, Duration delay) {
        work.state = Work.State.RETRYING;
        work.partition().retrying++;
        actions.after(delay, () -> {
            if (work.state == Work.State.RETRYING && !work.partition().dropped && !work.partition().draining) {
                work.state = Work.State.QUEUED;
                work.partition().retrying--;
                work.partition().ready.addFirst(work);
            }
        });
    }

    /** A window has been sent, or not. */
    void windowEnded(Window window, Window.Result result) {
        sending = null;
        for (Work work : window.works()) {
            work.partition().inWindow--;
        }
        if (result instanceof Window.Sent) {
            failedWindows = 0;
            window.works().forEach(work -> settled(work));
            boolean exactlyOnce = options.delivery() == Delivery.EXACTLY_ONCE;
            window.commits().forEach((partition, commit) -> {
                if (!partition.dropped && exactlyOnce) {
                    counters.commits.increment();
                    partition.committed(commit.offset());
                } else if (!partition.dropped) {
                    actions.commit(partition, commit);
                }
            });
        } else if (result instanceof Window.Refused refused) {
            failedWindows = refused.unsent().isEmpty() ? 0 : failedWindows + 1;
            refuse(window, refused);
            pause();
        } else {
            failedWindows++;
            windows.back(window.works());
            pause();
        }
    }

    private void pause() {
        if (failedWindows > 0) {
            long pause = Math.min(MAX_PAUSE.toMillis(), 20L << Math.min(10, failedWindows));
            nextWindow = actions.nanoTime() + Duration.ofMillis(pause).toNanos();
            actions.pumpAfter(Duration.ofMillis(pause));
        }
    }

    private void refuse(Window window, Window.Refused refused) {
        boolean othersSent = options.delivery() == Delivery.AT_LEAST_ONCE;
        List<Work> again = new ArrayList<>();
        for (Work work : window.works()) {
            if (work.partition().dropped) {
                continue;
            }
            Exception cause = refused.causes().get(work);
            if (cause == null && othersSent && !refused.unsent().contains(work)) {
                settled(work);
            } else {
                if (cause != null && !verdicts.refused(work, cause)) {
                    stop(work, cause);
                    windows.unchoose(work);
                    continue;
                }
                again.add(work);
                if (work.notBefore != 0) {
                    actions.pumpAfter(Duration.ofNanos(work.notBefore - actions.nanoTime()));
                }
            }
        }
        windows.back(again);
        if (othersSent) {
            for (Partition partition : window.commits().keySet()) {
                Commit commit = partition.dropped ? null : partition.book().commit();
                if (commit != null) {
                    actions.commit(partition, commit);
                }
            }
        }
    }

    private void settled(Work work) {
        Partition partition = work.partition();
        if (partition.dropped) {
            return;
        }
        work.state = Work.State.DONE;
        partition.works.remove(work);
        verdicts.settled(work);
        for (ConsumerRecord<byte[], byte[]> record : work.records()) {
            partition.book().finish(record.offset());
            partition.uncommittedBytes.addAndGet(-Partition.size(record));
        }
    }

    /** An offset was committed apart from a transaction. */
    void committed(Partition partition, Commit commit, boolean done) {
        if (done && !partition.dropped) {
            counters.commits.increment();
            partition.committed(commit.offset());
        }
    }

    /**
     * Gives partitions up once what runs in them has ended and is committed, or when the time is over. What waits ends
     * at once.
     *
     * @param done gets what is left to commit apart from transactions
     */
    void revoke(Collection<TopicPartition> ids, Duration patience, Consumer<Map<TopicPartition, Commit>> done) {
        List<Partition> leaving =
                ids.stream().map(partitions::get).filter(Objects::nonNull).toList();
        for (Partition partition : leaving) {
            partition.draining = true;
            partition.retrying = 0;
            partition.forgetQueues();
            for (Work work : partition.works.all()) {
                if (work.state == Work.State.QUEUED || work.state == Work.State.RETRYING) {
                    partition.works.remove(work);
                } else if (work.heldFor != null && work.run != null) {
                    work.run.cancel();
                }
            }
        }
        drains.add(leaving, actions.nanoTime() + patience.toNanos(), done);
        nextWindow = 0;
        actions.pumpAfter(patience);
    }

    /** Partitions are somebody else's already. */
    void lost(Collection<TopicPartition> ids, Runnable done) {
        List<Partition> gone =
                ids.stream().map(partitions::get).filter(Objects::nonNull).toList();
        gone.forEach(this::drop);
        drains.add(gone, actions.nanoTime(), commits -> done.run());
    }

    private void drop(Partition partition) {
        partition.dropped = true;
        partition.open = false;
        partitions.remove(partition.id(), partition);
        partition.forgetQueues();
        for (Work work : partition.works.all()) {
            if (work.run != null) {
                work.run.cancel();
                work.run.interrupt();
            }
        }
        partition.works.clear();
        partition.retrying = 0;
        windows.drop(partition);
        holds.drop(partition);
        actions.release(partition);
    }

    private boolean isInWindow(Partition partition) {
        return sending != null && sending.commits().containsKey(partition);
    }

    private boolean isBusy(Partition partition) {
        return partition.running > 0 || windows.canSend(partition);
    }

    /** Starts, sends and gives up what can be. */
    void pump() {
        if (!stopped) {
            dispatch.start(partitions.values());
        }
        sendWindow();
        drains.check(actions.nanoTime(), this::isInWindow, this::isBusy, this::drop);
    }

    private void sendWindow() {
        long now = actions.nanoTime();
        if (sending != null || (now - nextWindow < 0 && nextWindow != 0)) {
            return;
        }
        Window window = windows.next(actions.nanoTime(), this::stop);
        if (window == null) {
            window = bare(now);
        }
        if (window == null) {
            if (!windows.isEmpty()) {
                // What is finished has no room in a commit yet; to look again after every run would take all the time.
                pace(now, WindowBuilder.PLAIN_INTERVAL);
            }
            return;
        }
        sending = window;
        for (Work work : window.works()) {
            work.partition().inWindow++;
        }
        boolean exactlyOnce = options.delivery() == Delivery.EXACTLY_ONCE;
        pace(now, exactlyOnce ? WindowBuilder.INTERVAL : WindowBuilder.PLAIN_INTERVAL);
        actions.send(window);
    }

    private void pace(long now, Duration interval) {
        nextWindow = now + interval.toNanos();
        actions.pumpAfter(interval);
    }

    /**
     * What is finished without a run of ours, by the map of an earlier commit or because there are no records, is
     * committed too, though not in a hurry.
     */
    private @Nullable Window bare(long now) {
        if (now - nextBare < 0) {
            return null;
        }
        Map<Partition, Commit> commits = WindowBuilder.bare(partitions.values());
        nextBare = now + BARE_INTERVAL.toNanos();
        if (commits.isEmpty()) {
            return null;
        }
        if (options.delivery() == Delivery.EXACTLY_ONCE) {
            return new Window(List.of(), commits);
        }
        commits.forEach(actions::commit);
        return null;
    }

    /** Looks at what runs, several times a second. */
    void look() {
        long now = actions.nanoTime();
        partitions.values().forEach(partition -> partition.works.look(now, partition.running + partition.held));
    }

    Collection<Partition> partitions() {
        return partitions.values();
    }

    int running() {
        return dispatch.running();
    }

    void held(Work work, String reason, Throwable cause) {
        dispatch.held(work, reason, cause);
    }

    void released(Work work) {
        dispatch.released(work);
    }
}
