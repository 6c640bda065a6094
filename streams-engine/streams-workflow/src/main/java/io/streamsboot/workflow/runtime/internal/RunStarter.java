package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.core.failure.Stage;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.run.internal.DecodeFailure;
import io.streamsboot.workflow.run.internal.HoldListener;
import io.streamsboot.workflow.run.internal.Run;
import io.streamsboot.workflow.run.internal.RunResult;
import io.streamsboot.workflow.run.internal.RunSupport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Runs user code on threads of its own, and brings what comes of it back to the core. */
abstract class RunStarter implements CoreActions {

    private final WorkflowDefinition definition;
    private final CoreThread thread;
    private final Runners runners;
    private @Nullable Core core;
    private @Nullable RunSupport support;

    RunStarter(WorkflowDefinition definition, CoreThread thread, ExecutorService executor) {
        this.definition = definition;
        this.thread = thread;
        this.runners = new Runners(executor);
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
        runners.execute(() -> attempt(work, run));
    }

    private void attempt(Work work, Run run) {
        try {
            run.attempt(result -> ended(work, result));
        } catch (Throwable e) {
            ended(work, new RunResult.Failed(Stage.PROCESS, e, false));
        }
    }

    private void ended(Work work, RunResult result) {
        Runnable report = () -> core().attemptEnded(work, result);
        if (runners.isIdle()) {
            thread.submit(report);
        } else {
            thread.submitUnhurried(report);
        }
    }

    @Override
    public void decode(Partition partition, List<ConsumerRecord<byte[], byte[]>> records) {
        Work holder = new Work(partition, records, null, Set.of(), nanoTime());
        holder.state = Work.State.RUNNING;
        Run run = new Run(definition, records, null, null, support(), new Listener(holder));
        holder.run = run;
        partition.batches.decoder = run;
        runners.execute(() -> {
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
        } catch (DecodeFailure e) {
            return new Decoded(record, null, e.reason());
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
