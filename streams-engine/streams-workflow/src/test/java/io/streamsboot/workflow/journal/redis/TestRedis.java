package io.streamsboot.workflow.journal.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/** A real Redis in a process of its own, which can be stopped and started again at the same address. */
public final class TestRedis implements AutoCloseable {

    private static final int ATTEMPTS = 5;

    private final RedisServer server;
    private final RedisClient client;
    private final int port;

    private TestRedis(RedisServer server, int port) {
        this.server = server;
        this.port = port;
        this.client = RedisClient.create(RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(port)
                .withTimeout(Duration.ofSeconds(5))
                .build());
    }

    /** Starts one that keeps its files in a directory, and appends each write to a file before it answers. */
    public static TestRedis start(Path directory, String... settings) {
        IOException last = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            // Somebody else may take the port before the server does.
            int port = freePort();
            try {
                RedisServerBuilder builder = RedisServer.newRedisServer()
                        .bind("127.0.0.1")
                        .port(port)
                        .setting("dir \"" + directory + "\"")
                        .setting("save \"\"")
                        .setting("appendonly yes")
                        .setting("appendfsync no");
                List.of(settings).forEach(builder::setting);
                RedisServer server = builder.build();
                server.start();
                return new TestRedis(server, port);
            } catch (IOException e) {
                last = e;
            }
        }
        throw new UncheckedIOException(last);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public RedisClient client() {
        return client;
    }

    public int port() {
        return port;
    }

    public RedisJournal journal() {
        return RedisJournal.of(client, RedisJournalOptions.DEFAULT);
    }

    /** Asks the server something. */
    public <T> T ask(Function<RedisCommands<String, String>, T> question) {
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            return question.apply(connection.sync());
        }
    }

    public void stop() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void startAgain() {
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        stop();
    }
}
