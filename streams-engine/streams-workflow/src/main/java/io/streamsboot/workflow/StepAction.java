package io.streamsboot.workflow;

/** What a step without a result does. */
@FunctionalInterface
public interface StepAction {

    /**
     * Does it.
     *
     * @throws Exception when it fails; nothing is kept then
     */
    void run() throws Exception;
}
