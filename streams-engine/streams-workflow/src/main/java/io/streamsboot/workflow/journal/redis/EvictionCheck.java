package io.streamsboot.workflow.journal.redis;

import io.streamsboot.workflow.WorkflowException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Refuses servers that throw keys away when their memory is full: a journal that forgets does steps again. */
final class EvictionCheck {

    private static final String POLICY = "maxmemory_policy:";
    private static final String KEEPS_ALL = "noeviction";

    private EvictionCheck() {}

    /**
     * Looks at all servers that keys are written to.
     *
     * @throws WorkflowException if one of them evicts; the connection is closed then
     */
    static void check(RedisTarget.Connected connected, Duration timeout) {
        boolean fine = false;
        try {
            for (CompletableFuture<String> answer : connected.memory().get()) {
                String policy = policy(answer.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                        .join());
                if (!policy.isEmpty() && !policy.equals(KEEPS_ALL)) {
                    throw new WorkflowException(
                            "Redis has the maxmemory-policy " + policy
                                    + ", with which it throws journaled steps away when its memory is full.",
                            "Set maxmemory-policy to noeviction, or use another server or the journal 'kafka'.");
                }
            }
            fine = true;
        } finally {
            if (!fine) {
                connected.connection().closeAsync();
            }
        }
    }

    /** The policy in what {@code INFO memory} says; empty if it says none. */
    static String policy(String info) {
        for (String line : info.split("\r?\n")) {
            if (line.startsWith(POLICY)) {
                return line.substring(POLICY.length()).strip();
            }
        }
        return "";
    }
}
