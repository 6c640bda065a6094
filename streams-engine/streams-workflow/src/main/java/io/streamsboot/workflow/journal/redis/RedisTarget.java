package io.streamsboot.workflow.journal.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.streamsboot.workflow.WorkflowException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What to connect to: one server, or a cluster of them. */
@FunctionalInterface
interface RedisTarget {

    /** A new connection; blocks. */
    Connected connect();

    /**
     * A connection.
     *
     * @param connection the connection
     * @param commands its commands
     * @param memory asks each server that keys are written to about its memory
     */
    record Connected(
            StatefulConnection<byte[], byte[]> connection,
            RedisClusterAsyncCommands<byte[], byte[]> commands,
            Supplier<List<CompletableFuture<String>>> memory) {}

    static RedisTarget of(RedisClient client) {
        return () -> {
            try {
                return connected(client.connect(ByteArrayCodec.INSTANCE));
            } catch (IllegalStateException e) {
                throw new WorkflowException(
                        "The Redis client of the journal has no address: " + e.getMessage(),
                        "Make it with the address of one server, of sentinels or of a cluster; primary and replicas"
                                + " without sentinels are not supported.",
                        e);
            }
        };
    }

    static RedisTarget of(RedisClient client, RedisURI address) {
        return () -> connected(client.connect(ByteArrayCodec.INSTANCE, address));
    }

    private static Connected connected(StatefulRedisConnection<byte[], byte[]> connection) {
        return new Connected(
                connection,
                connection.async(),
                () -> List.of(connection.async().info("memory").toCompletableFuture()));
    }

    static RedisTarget of(RedisClusterClient client) {
        return () -> {
            StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
            return new Connected(
                    connection,
                    connection.async(),
                    () -> List.of(connection
                            .async()
                            .upstream()
                            .commands()
                            .info("memory")
                            .futures()));
        };
    }
}
