package io.streamsboot.workflow.run.internal;

/** Is told when a run waits for something that is not there for now. Called on the threads of the run. */
public interface HoldListener {

    /** Nobody listens. */
    HoldListener NONE = new HoldListener() {
        @Override
        public void held(String reason, Throwable cause) {}

        @Override
        public void released() {}
    };

    /** It waits, or waits again. */
    void held(String reason, Throwable cause);

    /** It was held and goes on. */
    void released();
}
