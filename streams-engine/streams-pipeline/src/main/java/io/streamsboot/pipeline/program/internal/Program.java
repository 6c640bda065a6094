package io.streamsboot.pipeline.program.internal;

/** A program that runs. Used by one thread. */
interface Program extends AutoCloseable {

    /**
     * Hands it a row and waits for its answer.
     *
     * @param row a line, without its end
     * @return the line that it answers with, without its end
     * @throws ProgramFailure if there is none within the limits; the program has then been ended
     */
    byte[] ask(byte[] row) throws ProgramFailure;

    /** Whether it can be asked. It may end by itself. */
    boolean isAlive();

    /** Ends it. */
    @Override
    void close();
}
