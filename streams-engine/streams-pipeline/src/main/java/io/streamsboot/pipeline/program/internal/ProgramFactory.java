package io.streamsboot.pipeline.program.internal;

/** Starts a program. Thread-safe. */
@FunctionalInterface
interface ProgramFactory {

    /**
     * Starts it, or lets it start when it is asked.
     *
     * @param breaks how often in a row it broke before
     */
    Program start(int breaks);
}
