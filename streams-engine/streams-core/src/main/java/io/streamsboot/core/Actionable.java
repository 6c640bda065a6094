package io.streamsboot.core;

/**
 * An error that tells a person what to do about it. Exceptions implement it so that a start-up report, a log line and
 * an endpoint all say the same thing.
 */
public interface Actionable {

    /**
     * What is wrong, naming the thing and its value.
     *
     * @return one or more sentences, never blank
     */
    String description();

    /**
     * The way out.
     *
     * @return one or more sentences in the imperative, never blank
     */
    String action();
}
