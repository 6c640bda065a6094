package io.streamsboot.test.process;

/** A process of a test that died, or did not do in time what was awaited; the message holds its output. */
public class ProcessFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ProcessFailedException(String message) {
        super(message);
    }

    public ProcessFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
