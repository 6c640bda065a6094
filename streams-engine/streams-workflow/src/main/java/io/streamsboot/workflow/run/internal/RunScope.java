package io.streamsboot.workflow.run.internal;

import io.streamsboot.workflow.Branch;
import io.streamsboot.workflow.PermanentFailure;
import io.streamsboot.workflow.ReplayMismatchException;
import io.streamsboot.workflow.RetryLater;
import io.streamsboot.workflow.Step;
import io.streamsboot.workflow.StepAction;
import io.streamsboot.workflow.StepOptions;
import io.streamsboot.workflow.StepScope;
import io.streamsboot.workflow.StepTimeoutException;
import io.streamsboot.workflow.StepType;
import io.streamsboot.workflow.journal.JournalEntry.StepResult;
import io.streamsboot.workflow.observe.WorkflowObserver.Observed;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The steps of a run or of one of its branches. */
class RunScope implements StepScope {

    private static final char VALUE = 'v';
    private static final char ACTION = 'a';

    private final Run run;
    private final RunSupport support;
    private final String path;
    private @Nullable Thread owner = Thread.currentThread();
    private final Map<String, Integer> counts = new HashMap<>();
    private final SplittableRandom numbers;
    private final SplittableRandom ids;
    private boolean busy;

    RunScope(Run run, RunSupport support, String path) {
        this.run = run;
        this.support = support;
        this.path = path;
        SplittableRandom seeds = new SplittableRandom(run.claim().seed() ^ path.hashCode());
        this.numbers = seeds.split();
        this.ids = seeds.split();
    }

    @Override
    public <T extends @Nullable Object> T step(String name, Step<T> step) {
        return step(name, StepOptions.DEFAULT, step);
    }

    @Override
    public <T extends @Nullable Object> T step(String name, StepOptions options, Step<T> step) {
        return value(name, LambdaTypes.returnType(name, step), options, step);
    }

    @Override
    public <T extends @Nullable Object> T step(String name, Class<T> type, Step<T> step) {
        return value(name, type, StepOptions.DEFAULT, step);
    }

    @Override
    public <T extends @Nullable Object> T step(String name, Class<T> type, StepOptions options, Step<T> step) {
        return value(name, type, options, step);
    }

    @Override
    public <T extends @Nullable Object> T step(String name, StepType<T> type, Step<T> step) {
        return value(name, type.type(), StepOptions.DEFAULT, step);
    }

    @Override
    public <T extends @Nullable Object> T step(String name, StepType<T> type, StepOptions options, Step<T> step) {
        return value(name, type.type(), options, step);
    }

    @Override
    public void action(String name, StepAction action) {
        action(name, StepOptions.DEFAULT, action);
    }

    @Override
    public void action(String name, StepOptions options, StepAction action) {
        String scoped = begin(name);
        StepResult known = known(scoped, ACTION);
        if (known == null) {
            perform(scoped, options, () -> {
                action.run();
                return null;
            });
            keep(new StepResult(run.runId(), scoped, ACTION, null), options);
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // What was kept is of the type that the same call wrote.
    private <T extends @Nullable Object> T value(String name, Type type, StepOptions options, Step<T> step) {
        String scoped = begin(name);
        StepResult known = known(scoped, VALUE);
        if (known != null) {
            byte[] bytes = known.result();
            try {
                return bytes == null ? null : (T) support.codec().read(type, bytes);
            } catch (RuntimeException e) {
                throw new ReplayMismatchException(
                        run.runId(), scoped, "its result cannot be read as " + type.getTypeName(), e);
            }
        }
        T result = perform(scoped, options, step::run);
        if (run.isDurable()) {
            byte[] bytes;
            try {
                bytes = support.codec().write(type, result);
            } catch (RuntimeException e) {
                throw new PermanentFailure(
                        "the result of step " + scoped + " cannot be kept as " + type.getTypeName(), e);
            }
            keep(new StepResult(run.runId(), scoped, VALUE, bytes), options);
        }
        return result;
    }

    private String begin(String name) {
        requireOwner(name);
        if (busy) {
            throw new IllegalStateException("step " + name + " begins inside another step; steps do not nest");
        }
        run.checkAlive();
        return path + counted(name);
    }

    private String counted(String name) {
        if (name.isBlank() || name.indexOf('#') >= 0 || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no name for a step: it must not be blank, and have" + " neither # nor /");
        }
        int count = counts.merge(name, 1, Integer::sum);
        return count == 1 ? name : name + "#" + count;
    }

    private void requireOwner(String what) {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("step " + what + " is called by thread "
                    + Thread.currentThread().getName() + ", which is not the one of its scope; use parallel(…) to do"
                    + " several things at the same time");
        }
    }

    private @Nullable StepResult known(String scoped, char kind) {
        StepResult known = run.isDurable() ? run.recorded(scoped) : null;
        if (known != null && known.kind() != kind) {
            throw new ReplayMismatchException(
                    run.runId(), scoped, "it was " + (kind == VALUE ? "an action" : "a value"), null);
        }
        return known;
    }

    private void keep(StepResult result, StepOptions options) {
        if (run.isDurable()) {
            support.probe().at(Probe.Point.STEP_DONE, result.name());
            run.record(result, options.idempotent());
            support.probe().at(Probe.Point.STEP_JOURNALED, result.name());
        }
    }

    private <T extends @Nullable Object> T perform(String scoped, StepOptions options, Callable<T> work) {
        try (Observed step = run.step(nameOf(scoped))) {
            return perform(scoped, options, work, step);
        }
    }

    /** The name that a step was given, without its scope and count: there are few of those. */
    private static String nameOf(String scoped) {
        int count = scoped.indexOf('#', scoped.lastIndexOf('/') + 1);
        return scoped.substring(scoped.lastIndexOf('/') + 1, count < 0 ? scoped.length() : count);
    }

    private <T extends @Nullable Object> T perform(
            String scoped, StepOptions options, Callable<T> work, Observed step) {
        busy = true;
        try {
            for (int attempt = 1; ; attempt++) {
                try {
                    Duration timeout = options.timeout();
                    return timeout == null ? work.call() : inTime(scoped, timeout, work);
                } catch (PermanentFailure | RetryLater | InterruptedException e) {
                    step.failed(e);
                    throw thrown(e);
                } catch (Exception e) {
                    run.checkAlive();
                    if (attempt > options.retries()) {
                        step.failed(e);
                        throw thrown(e);
                    }
                    run.holding().pause(options.backoff().delay(attempt));
                }
            }
        } finally {
            busy = false;
        }
    }

    private <T extends @Nullable Object> T inTime(String scoped, Duration timeout, Callable<T> work) throws Exception {
        Future<T> future = support.executor().submit(work);
        try {
            return future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new StepTimeoutException(scoped, timeout);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw thrown(e.getCause() == null ? e : e.getCause());
        } finally {
            future.cancel(true);
        }
    }

    @Override
    public <T extends @Nullable Object> List<T> parallel(String name, List<? extends Branch<? extends T>> branches) {
        String scoped = begin(name);
        List<Future<T>> futures = new ArrayList<>(branches.size());
        for (int i = 0; i < branches.size(); i++) {
            Branch<? extends T> branch = branches.get(i);
            String below = scoped + "[" + i + "]/";
            futures.add(support.executor().submit(() -> {
                run.checkAlive();
                return branch.run(new RunScope(run, support, below));
            }));
        }
        List<T> results = new ArrayList<>(branches.size());
        Throwable failure = null;
        for (Future<T> future : futures) {
            try {
                results.add(future.get());
            } catch (ExecutionException e) {
                failure = joined(failure, e.getCause() == null ? e : e.getCause());
            } catch (InterruptedException e) {
                futures.forEach(each -> each.cancel(true));
                throw thrown(e);
            }
        }
        if (failure != null) {
            throw thrown(failure);
        }
        return results;
    }

    private static Throwable joined(@Nullable Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        if (!first.equals(next)) {
            first.addSuppressed(next);
        }
        return first;
    }

    /** The handler has returned: its thread goes on to other runs, and this scope is nothing to them. */
    void end() {
        owner = null;
    }

    @Override
    public Instant now() {
        return Instant.ofEpochMilli(run.claim().startedAt());
    }

    @Override
    public RandomGenerator random() {
        requireOwner("random");
        return numbers;
    }

    @Override
    public UUID uuid() {
        requireOwner("uuid");
        long high = (ids.nextLong() & 0xffffffffffff0fffL) | 0x4000L;
        long low = (ids.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
        return new UUID(high, low);
    }

    @Override
    public String idempotencyKey(String name) {
        return run.runId() + "/" + path + name;
    }

    Run run() {
        return run;
    }

    /** Throws what user code threw as it is, checked or not. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException thrown(Throwable failure) throws E {
        throw (E) failure;
    }
}
