package io.streamsboot.graph.operator;

import io.streamsboot.graph.value.Absent;

/**
 * An operator with state that a user writes.
 *
 * <p>The state is a value that is never changed: each step returns the next one. That is why a step which throws leaves no
 * trace. One operator serves every run and key of a graph, so it has no state of its own and is thread-safe.
 *
 * @param <S> state
 * @param <A> input
 * @param <T> output
 */
public interface Operator<S, A, T> {

    /** The state before the first value. */
    S initial();

    /**
     * Takes a value in. Without a call of {@link Context#emit} the node has no value in this step, for the reason
     * {@link Absent#FILTERED_OUT}. Not called when the input is missing.
     *
     * @return the next state
     */
    S apply(S state, A value, Context<T> context);

    /**
     * The timer that {@link Context#timerAt} set is due.
     *
     * @return the next state
     */
    default S onTimer(S state, Context<T> context) {
        return state;
    }

    /** How the state becomes bytes. */
    Codec<S> codec();

    /** Says what the operator does; part of the graph's fingerprint, so change it when saved state no longer fits. */
    String signature();

    /** What a step can do. Valid during the call that it is given to. */
    interface Context<T> {

        /** Time of the step in nanoseconds since the epoch; 0 in a graph without timestamps. */
        long epochNanos();

        /** Gives this step its value; the last call wins. */
        void emit(T value);

        /** Gives this step a reason to have no value. */
        void absent(Absent reason);

        /**
         * Sets the one timer of this operator, in event time. It fires when a record or a watermark reaches that time,
         * before the record is taken in, and is replaced by setting it again. A time that has passed already fires with
         * the next step that moves time. Timers do not fire at the end of the input.
         */
        void timerAt(long epochNanos);

        /** Takes the timer back. */
        void cancelTimer();
    }
}
