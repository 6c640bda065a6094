package io.streamsboot.workflow.journal.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.streamsboot.workflow.journal.JournalException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** What failures of Redis mean for who waits for it. */
final class Answers {

    /** What the scripts answer to an owner that was followed by another. */
    static final String FENCED = "FENCED";

    /** Answers of a server that is not, or not now, the one that can do it. Older ones put them inside of others. */
    private static final Pattern NOT_NOW = Pattern.compile(
            "\\b(READONLY|LOADING|CLUSTERDOWN|MASTERDOWN|OOM|MISCONF|NOREPLICAS|TRYAGAIN|BUSY|MOVED|ASK)\\b");

    private Answers() {}

    static JournalException translated(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof JournalException known) {
            return known;
        }
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof RedisCommandExecutionException) {
            if (message.contains(FENCED)) {
                return new JournalException.Fenced("another owner has the partition: " + message);
            }
            return NOT_NOW.matcher(message).find()
                    ? new JournalException.Unavailable("Redis cannot do it now: " + message, cause)
                    : new JournalException.Failing("Redis refuses: " + message, cause);
        }
        if (cause instanceof RedisException || cause instanceof TimeoutException) {
            return new JournalException.Unavailable("Redis cannot be reached: " + cause, cause);
        }
        return new JournalException.Failing("the journal in Redis fails: " + cause, cause);
    }
}
