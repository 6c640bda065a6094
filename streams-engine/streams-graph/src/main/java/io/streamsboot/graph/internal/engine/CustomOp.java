package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.Operator;
import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import io.streamsboot.graph.value.Absent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs a user's operator. The state changes when the user's code has returned. */
final class CustomOp<S, A, T> extends Op.Stateful implements Operator.Context<T> {

    private final Slot in;
    private final int timer;
    private final Operator<S, A, T> operator;
    private S state;
    private S markState;

    private long now;
    private @Nullable T emitted;
    private @Nullable Absent reason;
    private long timerAt;
    private boolean timerChanged;

    CustomOp(Slot out, Slot in, int timer, Operator<S, A, T> operator) {
        super(out);
        this.in = in;
        this.timer = timer;
        this.operator = operator;
        this.state = operator.initial();
        this.markState = state;
    }

    @Override
    @SuppressWarnings("unchecked")
    void compute(Frame f) {
        now = f.now;
        emitted = null;
        reason = null;
        timerChanged = false;
        S next = state;
        boolean fires = f.timerFires(timer);
        if (fires) {
            next = operator.onTimer(next, this);
        }
        byte missing = in.absent;
        if (missing == Slot.PRESENT) {
            next = operator.apply(next, (A) in.object(), this);
        }
        out.moved = f.pass;
        markState = state;
        state = Objects.requireNonNull(next, "the next state of a custom operator is null");
        if (timerChanged) {
            // A timer that sets itself again for the same instant would never let time pass.
            f.setTimer(timer, fires && timerAt <= now ? now + 1 : timerAt);
        }
        if (emitted != null) {
            out.putObject(emitted);
        } else if (reason != null) {
            out.none(Slot.code(reason));
        } else {
            out.none(missing == Slot.PRESENT || fires ? Slot.FILTERED_OUT : missing);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    @Override
    public long epochNanos() {
        return now;
    }

    @Override
    public void emit(T value) {
        emitted = Objects.requireNonNull(value, "a custom operator emits null; call absent(reason) to emit nothing");
        reason = null;
    }

    @Override
    public void absent(Absent why) {
        reason = Objects.requireNonNull(why, "the reason is null");
        emitted = null;
    }

    @Override
    public void timerAt(long epochNanos) {
        timerAt = epochNanos;
        timerChanged = true;
    }

    @Override
    public void cancelTimer() {
        timerAt(GraphState.NO_TIMER);
    }

    @Override
    void undo() {
        state = markState;
    }

    @Override
    void save(StateOutput to) {
        operator.codec().write(state, to);
    }

    @Override
    void load(StateInput from) {
        state = operator.codec().read(from);
    }
}
