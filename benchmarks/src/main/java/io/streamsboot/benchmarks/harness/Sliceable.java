package io.streamsboot.benchmarks.harness;

import java.io.IOException;

/** A contestant whose work can be held and let go on, so that turns can be short. */
public interface Sliceable extends Contestant {

    /**
     * Begins the work.
     *
     * @return the work, paused, after it has done some of it
     * @throws Exception if it does not begin
     */
    Slices open() throws Exception;

    /** Work that goes on between {@code resume} and {@code pause}. Used by one thread. */
    interface Slices extends AutoCloseable {

        /** Lets the work go on. */
        void resume();

        /** Holds the work; a moment may pass until it stands still. */
        void pause();

        /**
         * Progress.
         *
         * @return records so far
         */
        long records();

        /**
         * Processor time of the threads that do the work.
         *
         * @return nanoseconds so far
         */
        long threadCpuNanos();

        /** Checks what was done, ends the work, and leaves nothing behind. */
        @Override
        void close() throws IOException;
    }
}
