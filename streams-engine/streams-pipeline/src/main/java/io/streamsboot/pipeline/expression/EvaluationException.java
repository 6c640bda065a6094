package io.streamsboot.pipeline.expression;

import org.jspecify.annotations.Nullable;

/**
 * An expression has no result for one row. The row is to blame, not the program: callers set it aside and go on. It has no
 * stack trace, because bad rows may be many.
 */
public final class EvaluationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What kind of failure it is. */
    public enum Reason {
        /** A value is of a kind that the operator or function does not take. */
        TYPE,
        /** A number divided by zero. */
        DIVISION_BY_ZERO,
        /** A result beyond the range of its kind. */
        OVERFLOW,
        /** A value outside of what the operator or function is defined for. */
        DOMAIN,
        /** The row costs more than its limit. */
        COST,
        /** A user's function failed. */
        FUNCTION,
        /** A user's program failed, or went beyond its limits. */
        PROGRAM
    }

    private final Reason reason;
    private final int position;

    /**
     * A failure whose position is not known here; the call that it came from adds it.
     *
     * @param reason kind of failure
     * @param message what is wrong, naming the value
     */
    public EvaluationException(Reason reason, String message) {
        this(reason, message, -1, null);
    }

    /**
     * A failure at a position of the expression's source.
     *
     * @param reason kind of failure
     * @param message what is wrong, naming the value
     * @param position characters before it in the source, from 0; -1 if not known
     * @param cause what led to it, if anything
     */
    public EvaluationException(Reason reason, String message, int position, @Nullable Throwable cause) {
        super(message, cause, false, false);
        this.reason = reason;
        this.position = position;
    }

    /**
     * What kind of failure it is.
     *
     * @return the kind
     */
    public Reason reason() {
        return reason;
    }

    /**
     * Where in the source it happened.
     *
     * @return characters before it, from 0; -1 if not known
     */
    public int position() {
        return position;
    }

    /**
     * This failure with a position, if it has none yet.
     *
     * @param where characters before it in the source, from 0
     * @return itself, or a copy with the position
     */
    public EvaluationException at(int where) {
        return position >= 0 ? this : new EvaluationException(reason, String.valueOf(getMessage()), where, getCause());
    }
}
