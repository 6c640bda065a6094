package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.core.Backoff;
import io.streamsboot.core.deadletter.DeadLetter.Target;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.workflow.ReplayMismatchException;
import io.streamsboot.workflow.RetryLater;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.options.FailureOptions;
import io.streamsboot.workflow.options.OnError;
import io.streamsboot.workflow.options.OnReplayMismatch;
import io.streamsboot.workflow.run.internal.Output;
import io.streamsboot.workflow.run.internal.RecordOutcome;
import io.streamsboot.workflow.run.internal.Run;
import io.streamsboot.workflow.run.internal.RunResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Says what becomes of a run: outputs, another attempt, a dead letter, nothing, or the end. Belongs to the core thread. */
final class Verdicts {

    /** Pauses before a refused dead letter is written again. */
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5), 0);

    private final FailureOptions options;
    private final LetterDesk letters;
    private final Counters counters;
    private final HoldLog holds;
    private final LongSupplier nanoTime;
    private final TopicFacts topics;
    private final String dlqTopic;

    /**
     * What is done next; if all is null, the work has its outputs.
     *
     * @param retryAfter when another attempt begins
     * @param stop why the workflow stops
     */
    record Verdict(@Nullable Duration retryAfter, @Nullable Throwable stop) {

        static final Verdict DONE = new Verdict(null, null);
    }

    /** The handler has set a record aside. */
    static final class SetAsideException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        SetAsideException(String reason) {
            super(reason, null, false, false);
        }
    }

    Verdicts(
            WorkflowDefinition definition,
            LetterDesk letters,
            TopicFacts topics,
            Counters counters,
            HoldLog holds,
            LongSupplier nanoTime) {
        this.options = definition.options().failure();
        this.dlqTopic = definition.dlqTopic();
        this.letters = letters;
        this.topics = topics;
        this.counters = counters;
        this.holds = holds;
        this.nanoTime = nanoTime;
    }

    Verdict judge(Work work, RunResult result) {
        if (result instanceof RunResult.Completed completed) {
            completed(work, completed);
            return Verdict.DONE;
        }
        RunResult.Failed failed = (RunResult.Failed) result;
        if (failed.stage() == Stage.DECODE) {
            undecodable(work, failed.cause());
            return Verdict.DONE;
        }
        counters.failed.increment();
        if (failed.cause() instanceof ReplayMismatchException) {
            return forGood(
                    work, failed, options.onReplayMismatch() == OnReplayMismatch.FAIL ? OnError.FAIL : OnError.DLQ);
        }
        Run run = work.run;
        int attempts = run == null ? 1 : run.attempts();
        if (failed.permanent() || attempts > options.maxRetries()) {
            return forGood(work, failed, options.onError());
        }
        counters.retried.increment();
        return new Verdict(
                failed.cause() instanceof RetryLater later
                        ? later.delay()
                        : options.backoff().delay(attempts),
                null);
    }

    private void completed(Work work, RunResult.Completed completed) {
        if (completed.replayed()) {
            counters.deduplicated.add(work.records().size());
        }
        if (completed.outcomes().size() == 1 && completed.outcomes().get(0) instanceof RecordOutcome.Written only) {
            work.outputs = only.records();
            return;
        }
        List<Output> outputs = new ArrayList<>();
        for (int i = 0; i < work.records().size(); i++) {
            RecordOutcome outcome = completed.outcomes().get(i);
            if (outcome instanceof RecordOutcome.Written written) {
                outputs.addAll(written.records());
            } else if (outcome instanceof RecordOutcome.SetAside dead) {
                outputs.add(letters.letter(
                        work.records().get(i), Stage.PROCESS, new SetAsideException(dead.reason()), null));
            }
        }
        work.outputs = outputs;
    }

    private Verdict forGood(Work work, RunResult.Failed failed, OnError onError) {
        switch (onError) {
            case FAIL -> {
                return new Verdict(null, failed.cause());
            }
            case SKIP -> work.outputs = List.of();
            case DLQ -> setAside(work, failed.stage(), failed.cause(), null);
        }
        return Verdict.DONE;
    }

    /** A record is not what its topic should have: it is set aside whatever the options say. */
    void undecodable(Work work, Throwable cause) {
        setAside(work, Stage.DECODE, cause, null);
    }

    private void setAside(Work work, Stage stage, Throwable cause, @Nullable Target target) {
        List<Output> outputs = new ArrayList<>(work.records().size());
        for (ConsumerRecord<byte[], byte[]> record : work.records()) {
            outputs.add(letters.letter(record, stage, cause, target));
        }
        work.outputs = outputs;
        work.isDead = true;
    }

    /**
     * The outputs of a run cannot be written. A refused dead letter is written again later, however long it takes.
     *
     * @return whether it goes on; otherwise the workflow stops
     */
    boolean refused(Work work, Exception cause) {
        for (Output output : work.outputs) {
            topics.forget(output.topic());
        }
        if (work.isDead) {
            work.refusals++;
            Duration pause = PAUSES.delay(work.refusals);
            work.notBefore = Math.max(1, nanoTime.getAsLong() + pause.toNanos());
            holds.held(work, "dead_letter_refused", cause);
            return true;
        }
        counters.failed.increment();
        switch (options.onError()) {
            case FAIL -> {
                return false;
            }
            case SKIP -> work.outputs = List.of();
            case DLQ -> {
                String topic =
                        work.outputs.isEmpty() ? dlqTopic : work.outputs.get(0).topic();
                setAside(work, Stage.PRODUCE, cause, new Target(topic, -1));
            }
        }
        return true;
    }

    /** A run's outputs are written and its records finished. */
    void settled(Work work) {
        int records = work.records().size();
        counters.produced.add(work.outputs.size());
        if (work.isDead) {
            counters.dead.add(records);
        } else if (work.outputs.isEmpty()) {
            counters.skipped.add(records);
        } else {
            counters.succeeded.add(records);
        }
        holds.released(work);
    }
}
