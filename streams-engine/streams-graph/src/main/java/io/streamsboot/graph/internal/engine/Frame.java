package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.value.Absent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The slots of one step: what each node says, or why it says nothing. Scratch, shared by all states of a machine. */
public final class Frame {

    static final byte PRESENT = 0;
    static final byte WARMING_UP = code(Absent.WARMING_UP);
    static final byte FILTERED_OUT = code(Absent.FILTERED_OUT);
    static final byte DIVIDE_BY_ZERO = code(Absent.DIVIDE_BY_ZERO);
    static final byte DOMAIN_ERROR = code(Absent.DOMAIN_ERROR);
    static final byte ZERO_TIME_DELTA = code(Absent.ZERO_TIME_DELTA);
    static final byte UPSTREAM_ABSENT = code(Absent.UPSTREAM_ABSENT);
    static final byte WINDOW_OPEN = code(Absent.WINDOW_OPEN);

    private static final Absent[] REASONS = Absent.values();

    final double[] num;
    final byte[] absent;
    final @Nullable Object[] obj;

    /** Time of the step, in nanoseconds since the epoch. */
    long now;

    /** Whether time and not a record causes the step. */
    boolean timerPass;

    /** Number of the pass, never 0: by it an operator knows whether it moved in this pass. */
    long pass;

    /** The operators of the state, which the chain of {@link Op#step} walks. */
    Op[] ops = {};

    /** Position of the operator that is being stepped. */
    int at;

    /** The record of the step, or null in a step of time. */
    @Nullable Object record;

    /** The state that is being stepped. */
    @Nullable GraphState state;

    /** Whether the input has ended: from then on only windows set timers. */
    boolean flushing;

    private final boolean[] flushes;

    Frame(int slots, boolean[] flushes) {
        this.flushes = flushes;
        num = new double[slots];
        absent = new byte[slots];
        obj = new Object[slots];
    }

    static byte code(Absent reason) {
        return (byte) (reason.ordinal() + 1);
    }

    static Absent reason(byte code) {
        return REASONS[code - 1];
    }

    void put(int slot, double value) {
        num[slot] = value;
        absent[slot] = PRESENT;
    }

    void putObject(int slot, @Nullable Object value) {
        if (value == null) {
            none(slot, FILTERED_OUT);
        } else {
            obj[slot] = value;
            absent[slot] = PRESENT;
        }
    }

    void none(int slot, byte reason) {
        absent[slot] = reason;
    }

    /** Passes the reason of a missing input on; whether it is missing. */
    boolean passesAbsence(int in, int out) {
        byte reason = absent[in];
        if (reason != PRESENT) {
            absent[out] = reason;
            return true;
        }
        return false;
    }

    /** The value of a present slot, whatever its type. */
    Object object(Slot slot) {
        return slot.number() ? (Object) num[slot.index()] : Objects.requireNonNull(RowOp.Row.unwrap(obj[slot.index()]));
    }

    void setTimer(int timer, long at) {
        if (flushing && !flushes[timer]) {
            return;
        }
        GraphState bound = Objects.requireNonNull(state);
        bound.timers[timer] = at;
        if (at < bound.nextTimer) {
            bound.nextTimer = at;
        }
    }

    /** Takes the timer if this is the pass in which it is due. */
    boolean timerFires(int timer) {
        GraphState bound = Objects.requireNonNull(state);
        if (timerPass && bound.timers[timer] <= now) {
            bound.timers[timer] = GraphState.NO_TIMER;
            return true;
        }
        return false;
    }
}
