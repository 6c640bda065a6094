package io.streamsboot.benchmarks.harness;

/** One way to do the work that is compared. */
public interface Contestant {

    /**
     * What the table calls it.
     *
     * @return a short name
     */
    String name();

    /**
     * Does the work once, from a clean start to a checked result, and leaves nothing behind.
     *
     * @return what it took
     * @throws Exception if the work failed or its result is wrong; the comparison ends
     */
    Measurement round() throws Exception;
}
