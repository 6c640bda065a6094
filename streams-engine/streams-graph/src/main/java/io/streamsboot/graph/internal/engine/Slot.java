package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.value.Absent;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a node says in a step, or why it says nothing. Scratch, shared by all states of a machine: operators have the slots they
 * read and write at hand, so that a step neither looks them up nor checks bounds.
 */
public final class Slot {

    static final byte PRESENT = 0;
    static final byte WARMING_UP = code(Absent.WARMING_UP);
    static final byte FILTERED_OUT = code(Absent.FILTERED_OUT);
    static final byte DIVIDE_BY_ZERO = code(Absent.DIVIDE_BY_ZERO);
    static final byte DOMAIN_ERROR = code(Absent.DOMAIN_ERROR);
    static final byte ZERO_TIME_DELTA = code(Absent.ZERO_TIME_DELTA);
    static final byte UPSTREAM_ABSENT = code(Absent.UPSTREAM_ABSENT);
    static final byte WINDOW_OPEN = code(Absent.WINDOW_OPEN);

    private static final Absent[] REASONS = Absent.values();

    /** Whether the value is a primitive number and not an object. */
    final boolean number;

    /** The value of a present slot of numbers. */
    double num;

    /** {@link #PRESENT}, or the code of a reason. */
    byte absent;

    /** The value of a present slot of objects. */
    @Nullable Object obj;

    /** The pass in which the state of this node last moved, if it has one. */
    long moved;

    /** What the operators of this node have in common in all states: parameters, and the marks of the step in hand. */
    private @Nullable Object common;

    Slot(boolean number) {
        this.number = number;
    }

    /** What the operators of this node have in common; the first one makes it. */
    <C> C common(Class<C> type, Supplier<C> maker) {
        if (common == null) {
            common = maker.get();
        }
        return type.cast(common);
    }

    static byte code(Absent reason) {
        return (byte) (reason.ordinal() + 1);
    }

    /** Why the value is missing, or null if it is there. */
    @Nullable Absent reason() {
        return absent == PRESENT ? null : REASONS[absent - 1];
    }

    boolean isPresent() {
        return absent == PRESENT;
    }

    void put(double value) {
        num = value;
        absent = PRESENT;
    }

    void putObject(@Nullable Object value) {
        if (value == null) {
            none(FILTERED_OUT);
        } else {
            obj = value;
            absent = PRESENT;
        }
    }

    /** Puts the value of a present slot of the same kind. */
    void putAs(Slot present) {
        if (number) {
            put(present.num);
        } else {
            putObject(present.object());
        }
    }

    void none(byte reason) {
        absent = reason;
    }

    /** Passes the reason of a missing input on; whether it is missing. */
    boolean passesAbsence(Slot in) {
        byte reason = in.absent;
        if (reason != PRESENT) {
            absent = reason;
            return true;
        }
        return false;
    }

    /** The value of a present slot, whatever its type. */
    Object object() {
        return number ? (Object) num : Objects.requireNonNull(RowOp.Row.unwrap(obj));
    }
}
