package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.Sink;
import io.streamsboot.graph.Step;
import io.streamsboot.graph.UserCodeException;
import io.streamsboot.graph.internal.Times;
import io.streamsboot.graph.value.Absent;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Steps states of one program, one at a time, and shows each step to a sink. Not thread-safe. */
public final class Machine<R, V> implements Step<R, V> {

    /** A longer graph is walked by a loop: a chain of calls is as deep as the graph is long. */
    private static final int LONGEST_CHAIN = 200;

    private final Program<R> program;
    private final Frame frame;
    private final Slot output;
    private final Op[] sources;
    private final @Nullable Op[] shared;

    private final long[] markTimers;
    private final double[] stashedNumbers;
    private final @Nullable Object[] stashedObjects;
    private final byte[] stashedReasons;
    private boolean stepping;

    /** A machine with a frame of its own. */
    public Machine(Program<R> program) {
        this.program = program;
        this.frame = program.frame();
        this.output = frame.slot(program.output());
        this.sources = program.sources(frame);
        this.shared = program.shared(frame);
        this.markTimers = new long[program.timers()];
        this.stashedNumbers = new double[sources.length];
        this.stashedObjects = new Object[sources.length];
        this.stashedReasons = new byte[sources.length];
    }

    /** The program that is stepped. */
    public Program<R> program() {
        return program;
    }

    /** The operators of a state before its first record. */
    Op[] operators() {
        return program.operators(frame, shared);
    }

    /**
     * Takes a record in, which must not be older than the state: first lets time pass, then steps.
     *
     * @param now the record's time in nanoseconds
     */
    public void step(GraphState s, R record, long now, Sink<R, V> sink) {
        enter();
        try {
            if (markTimers.length > 0) {
                frame.state = s;
            }
            frame.record = record;
            frame.now = now;
            frame.timerPass = false;
            readSources(record);
            UserCodeException failed = null;
            if (s.nextTimer <= now) {
                stash();
                failed = letTimePass(s, now, sink);
                unstash();
                frame.record = record;
                frame.now = now;
                frame.timerPass = false;
            }
            try {
                stepRecord(s, record);
            } catch (UserCodeException e) {
                throw alsoFailed(e, failed);
            }
            s.time = now;
            sink.accept(this);
            if (failed != null) {
                throw failed;
            }
        } finally {
            stepping = false;
        }
    }

    /** Fires the timers up to {@code now} inclusive; no earlier record is taken afterwards. */
    public void advance(GraphState s, long now, Sink<R, V> sink) {
        enter();
        try {
            UserCodeException failed = letTimePass(s, now, sink);
            s.time = Math.max(s.time, now);
            if (failed != null) {
                throw failed;
            }
        } finally {
            stepping = false;
        }
    }

    /** Closes the windows that are open, in the order of their ends; other timers are dropped. */
    public void finish(GraphState s, Sink<R, V> sink) {
        enter();
        frame.flushing = true;
        try {
            for (int i = 0; i < s.timers.length; i++) {
                if (!program.flushes(i)) {
                    s.timers[i] = GraphState.NO_TIMER;
                }
            }
            UserCodeException failed = letTimePass(s, GraphState.NO_TIMER - 1, sink);
            if (failed != null) {
                throw failed;
            }
        } finally {
            frame.flushing = false;
            stepping = false;
        }
    }

    private void enter() {
        if (stepping) {
            throw new IllegalStateException("a sink must not step the run that calls it; collect, and step afterwards");
        }
        stepping = true;
    }

    private void readSources(R record) {
        int i = 0;
        try {
            for (; i < sources.length; i++) {
                sources[i].compute(frame);
            }
        } catch (RuntimeException e) {
            throw new UserCodeException(label(program.firstSource() + i), record, e);
        }
    }

    private void stepRecord(GraphState s, R record) {
        Op[] ops = s.ops;
        Frame f = frame;
        f.pass++;
        long markNextTimer = s.nextTimer;
        if (markTimers.length > 0) {
            System.arraycopy(s.timers, 0, markTimers, 0, markTimers.length);
        }
        f.at = 0;
        boolean done = false;
        try {
            if (ops.length <= LONGEST_CHAIN) {
                ops[0].step(f, ops);
            } else {
                for (; f.at < ops.length - 1; f.at++) {
                    ops[f.at].compute(f);
                }
            }
            done = true;
        } catch (RuntimeException e) {
            throw new UserCodeException(label(program.firstOperator() + f.at), record, e);
        } finally {
            if (!done) {
                undo(s, markNextTimer);
            }
        }
    }

    private void undo(GraphState s, long markNextTimer) {
        for (Op op : s.ops) {
            if (op instanceof Op.Stateful stateful && op.out.moved == frame.pass) {
                stateful.undo();
            }
        }
        System.arraycopy(markTimers, 0, s.timers, 0, markTimers.length);
        s.nextTimer = markNextTimer;
    }

    private @Nullable UserCodeException letTimePass(GraphState s, long until, Sink<R, V> sink) {
        UserCodeException failed = null;
        while (s.nextTimer <= until) {
            s.findNextTimer();
            if (s.nextTimer <= until) {
                failed = firstOf(failed, stepTime(s, Math.max(s.nextTimer, s.time)));
                s.findNextTimer();
                s.time = frame.now;
                if (isPresent()) {
                    sink.accept(this);
                }
            }
        }
        return failed;
    }

    /** A node that fails has no value, and the others go on: the window that closed must not close for ever. */
    private @Nullable UserCodeException stepTime(GraphState s, long now) {
        UserCodeException failed = null;
        frame.state = s;
        frame.record = null;
        frame.timerPass = true;
        frame.now = now;
        frame.pass++;
        for (Op source : sources) {
            source.out.none(Slot.UPSTREAM_ABSENT);
        }
        for (int i = 0; i < s.ops.length - 1; i++) {
            try {
                s.ops[i].compute(frame);
            } catch (RuntimeException e) {
                failed = firstOf(failed, new UserCodeException(label(program.firstOperator() + i), null, e));
                s.ops[i].out.none(Slot.UPSTREAM_ABSENT);
            }
        }
        return failed;
    }

    private static UserCodeException alsoFailed(UserCodeException first, @Nullable UserCodeException second) {
        if (second != null) {
            first.addSuppressed(second);
        }
        return first;
    }

    private static @Nullable UserCodeException firstOf(
            @Nullable UserCodeException first, @Nullable UserCodeException second) {
        return first == null ? second : alsoFailed(first, second);
    }

    private void stash() {
        for (int i = 0; i < sources.length; i++) {
            Slot slot = sources[i].out;
            stashedNumbers[i] = slot.num;
            stashedObjects[i] = slot.obj;
            stashedReasons[i] = slot.absent;
        }
    }

    private void unstash() {
        for (int i = 0; i < sources.length; i++) {
            Slot slot = sources[i].out;
            slot.num = stashedNumbers[i];
            slot.obj = stashedObjects[i];
            slot.absent = stashedReasons[i];
        }
    }

    private String label(int i) {
        return "node " + program.nodes().get(i).label();
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable R record() {
        return (R) frame.record;
    }

    @Override
    public @Nullable Instant timestamp() {
        return program.timed() ? Times.instant(frame.now) : null;
    }

    @Override
    public long epochNanos() {
        return frame.now;
    }

    @Override
    public boolean isPresent() {
        return output.isPresent();
    }

    @Override
    @SuppressWarnings("unchecked")
    public V value() {
        requirePresent();
        return (V) output.object();
    }

    @Override
    public double asDouble() {
        requirePresent();
        return output.number ? output.num : ((Number) Objects.requireNonNull(output.obj)).doubleValue();
    }

    @Override
    public double asDouble(int index) {
        if (output.isPresent() && output.obj instanceof RowOp.Row row) {
            return row.get(index);
        }
        requirePresent();
        throw new ClassCastException("the value of the graph is not a row, but of type "
                + value().getClass().getName());
    }

    @Override
    public @Nullable Absent reason() {
        return output.reason();
    }

    private void requirePresent() {
        if (!isPresent()) {
            throw new IllegalStateException("the step has no value: " + reason() + "; ask isPresent() first");
        }
    }
}
