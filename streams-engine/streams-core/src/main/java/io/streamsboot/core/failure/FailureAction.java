package io.streamsboot.core.failure;

import io.streamsboot.core.Backoff;
import java.util.Objects;

/** What is done about a failure. */
public sealed interface FailureAction {

    /** Sets the record aside. */
    FailureAction DEAD_LETTER = new DeadLetter();

    /** Drops the record; it is counted and logged. */
    FailureAction SKIP = new Skip();

    /** Fails the task; the record is not lost, its offset stays uncommitted. */
    FailureAction FAIL = new Fail();

    /** Sets the record aside. */
    record DeadLetter() implements FailureAction {}

    /** Drops the record. */
    record Skip() implements FailureAction {}

    /** Fails the task. */
    record Fail() implements FailureAction {}

    /**
     * Tries again, in place where nothing else has seen the record yet; otherwise the task fails and starts again from
     * its last commit.
     *
     * @param attempts tries after the first, at least 1
     * @param backoff pause before each try in place
     * @param then what is done when all tries have failed; not a retry itself
     */
    record Retry(int attempts, Backoff backoff, FailureAction then) implements FailureAction {
        public Retry {
            Objects.requireNonNull(backoff, "backoff");
            if (attempts < 1) {
                throw new IllegalArgumentException("retry: attempts must be at least 1, but is " + attempts);
            }
            if (then instanceof Retry) {
                throw new IllegalArgumentException("retry: what comes after it must not be a retry again");
            }
        }
    }
}
