package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.run.internal.HoldListener;
import io.streamsboot.workflow.run.internal.Run;
import io.streamsboot.workflow.run.internal.RunResult;
import io.streamsboot.workflow.run.internal.RunSupport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Runs user code on threads of its own, and brings what comes of it back to the core. */
abstract class RunStarter implements CoreActions {

    private final WorkflowDefinition definition;
    private final CoreThread thread;
    private final ExecutorService executor;
    private @Nullable Core core;
    private @Nullable RunSupport support;

    RunStarter(WorkflowDefinition definition, CoreThread thread, ExecutorService executor) {
        this.definition = definition;
        this.thread = thread;
        this.executor = executor;
    }

    void bind(Core to, RunSupport runs) {
        this.core = to;
        this.support = runs;
    }

    private Core core() {
        Core bound = core;
        if (bound == null) {
            throw new IllegalStateException("not bound yet");
        }
        return bound;
    }

    private RunSupport support() {
        RunSupport bound = support;
        if (bound == null) {
            throw new IllegalStateException("not bound yet");
        }
        return bound;
    }

    @Override
    public void attempt(Work work) {
        Partition partition = work.partition();
        Run known = work.run;
        Run run = known != null
                ? known
                : new Run(definition, work.records(), work.values(), partition.journal, support(), new Listener(work));
        work.run = run;
        execute(() -> {
            RunResult result;
            try {
                result = run.attempt();
            } catch (Throwable e) {
                result = new RunResult.Failed(io.streamsboot.core.failure.Stage.PROCESS, e, false);
            }
            RunResult ended = result;
            thread.submit(() -> core().attemptEnded(work, ended));
        });
    }

    @Override
    public void decode(Partition partition, List<ConsumerRecord<byte[], byte[]>> records) {
        Work holder = new Work(partition, records, null, Set.of(), nanoTime());
        holder.state = Work.State.RUNNING;
        Run run = new Run(definition, records, null, null, support(), new Listener(holder));
        holder.run = run;
        partition.batches.decoder = run;
        execute(() -> {
            List<Decoded> decoded = new ArrayList<>(records.size());
            try {
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    decoded.add(decode(run, record));
                }
            } finally {
                thread.submit(() -> core().decoded(partition, decoded));
            }
        });
    }

    private static Decoded decode(Run run, ConsumerRecord<byte[], byte[]> record) {
        try {
            return new Decoded(record, Run.decodeAlone(run, record), null);
        } catch (Run.DecodeFailure e) {
            return new Decoded(record, null, e.reason());
        }
    }

    private void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // The worker has ended; whoever comes next does it.
            Thread.currentThread().isInterrupted();
        }
    }

    @Override
    public void after(Duration delay, Runnable task) {
        thread.after(delay, task);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** Tells the core where a run waits. */
    private final class Listener implements HoldListener {

        private final Work work;

        private Listener(Work work) {
            this.work = work;
        }

        @Override
        public void held(String reason, Throwable cause) {
            thread.submit(() -> core().held(work, reason, cause));
        }

        @Override
        public void released() {
            thread.submit(() -> core().released(work));
        }
    }
}
