package io.streamsboot.workflow.journal.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.streamsboot.workflow.journal.JournalException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal's own connection. While there is none nothing is queued: whoever calls is told so at once and tries again
 * when it likes, and each such call sees to it that somebody connects. Thread-safe.
 */
final class RedisLink implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);

    private final RedisTarget target;
    private final Duration timeout;
    private final Executor executor;
    private final AtomicBoolean connecting = new AtomicBoolean();
    private final Object lock = new Object();
    private volatile RedisTarget.@Nullable Connected connected;
    private volatile boolean closed;

    RedisLink(RedisTarget target, Duration timeout, Executor executor) {
        this.target = target;
        this.timeout = timeout;
        this.executor = executor;
    }

    /** Connects if need be; blocks. */
    void connect() {
        synchronized (lock) {
            if (closed) {
                throw new JournalException.Unavailable("the journal is closed", null);
            }
            RedisTarget.Connected old = connected;
            if (old != null && old.connection().isOpen()) {
                return;
            }
            try {
                RedisTarget.Connected made = target.connect();
                EvictionCheck.check(made, timeout);
                connected = made;
            } catch (CompletionException | io.lettuce.core.RedisException e) {
                throw Answers.translated(e);
            }
            if (old != null) {
                old.connection().closeAsync();
            }
        }
    }

    private RedisClusterAsyncCommands<byte[], byte[]> commands() {
        RedisTarget.Connected present = connected;
        if (present != null && present.connection().isOpen()) {
            return present.commands();
        }
        if (!closed && connecting.compareAndSet(false, true)) {
            executor.execute(() -> {
                try {
                    connect();
                } catch (RuntimeException e) {
                    LOG.debug("Redis cannot be connected to yet", e);
                } finally {
                    connecting.set(false);
                }
            });
        }
        throw new JournalException.Unavailable("there is no connection to Redis", null);
    }

    /** Sends a command; a failure of the answer is a {@link JournalException}. */
    <T> CompletableFuture<T> call(Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
        try {
            return command.apply(commands())
                    .toCompletableFuture()
                    .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .handle((answer, failure) -> {
                        if (failure != null) {
                            throw failure instanceof RedisNoScriptException known ? known : Answers.translated(failure);
                        }
                        return answer;
                    });
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(Answers.translated(e));
        }
    }

    /** Runs a script, which the server may know already. */
    <T> CompletableFuture<T> run(Script script, byte[][] keys, byte[]... arguments) {
        CompletableFuture<T> known = call(commands -> commands.evalsha(script.sha(), script.output(), keys, arguments));
        CompletableFuture<T> answer = new CompletableFuture<>();
        known.whenComplete((result, failure) -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            if (cause instanceof RedisNoScriptException) {
                CompletableFuture<T> whole =
                        call(commands -> commands.eval(script.text(), script.output(), keys, arguments));
                whole.whenComplete((again, failed) -> complete(answer, again, failed));
            } else {
                complete(answer, result, failure);
            }
        });
        return answer;
    }

    @SuppressWarnings("NullAway") // A script without an answer answers null.
    private static <T> void complete(CompletableFuture<T> answer, @Nullable T result, @Nullable Throwable failure) {
        if (failure == null) {
            answer.complete(result);
        } else {
            answer.completeExceptionally(Answers.translated(failure));
        }
    }

    /** Waits for an answer. */
    static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalException.Unavailable("interrupted while waiting for Redis", e);
        } catch (java.util.concurrent.ExecutionException e) {
            throw Answers.translated(e);
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            RedisTarget.Connected old = connected;
            connected = null;
            if (old != null) {
                StatefulConnection<byte[], byte[]> connection = old.connection();
                connection.close();
            }
        }
    }

    /**
     * A script.
     *
     * @param text what it does
     * @param sha by which a server knows it
     * @param output what it answers
     */
    record Script(String text, String sha, ScriptOutputType output) {}
}
