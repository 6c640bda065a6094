package io.streamsboot.graph;

import java.time.Instant;

/** A run that is stepped by hand. Not thread-safe. */
public interface Run<R> {

    /**
     * Takes a record in; the sink sees the steps before this returns. Allocates nothing, unless user code does, a window over
     * time outgrows what it has held so far, or a buffer holds the record back.
     *
     * @throws UserCodeException when a function of the graph throws
     * @throws OutOfOrderException by the policy {@link OutOfOrder#error()}
     */
    void accept(R record);

    /**
     * Says that no record before {@code watermark} will come: buffered records up to it are taken in, then timers up to it
     * fire. For streams that are quiet.
     *
     * @throws IllegalArgumentException when it lies before an earlier watermark
     */
    void advanceTo(Instant watermark);

    /** Ends the input: takes in what is buffered and closes the windows that are open. Nothing can be taken in afterwards. */
    void finish();

    /** How many records were left out as late since the start. */
    long late();

    /** The state as bytes, from which {@link #load} goes on bit for bit; {@link StateException} when a codec is missing. */
    byte[] save();

    /**
     * Replaces the state with a saved one.
     *
     * @throws StateException when the bytes are damaged, or of another graph that no migration takes; the state is as before
     */
    void load(byte[] state);
}
