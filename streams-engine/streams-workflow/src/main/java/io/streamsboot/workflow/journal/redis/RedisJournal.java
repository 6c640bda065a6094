package io.streamsboot.workflow.journal.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.JournalScope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A journal in Redis or Valkey.
 *
 * <p>A new owner of a partition takes a lease with a token greater than all before, and reads indexes of all that is kept,
 * though no values. Each write carries the token, and is refused once another has taken a lease; so an owner that
 * was followed changes nothing. There are no locks, and a record that comes for the first time costs no reading.
 *
 * <p>Writes of a partition go out in groups of about a millisecond or 64 KiB, each by one script, and are kept as they went
 * out: a chunk of outcomes and one of steps. Steps go once all runs of their chunk are committed, and outcomes, chunk by
 * chunk too, as the idempotency window goes on. All keys of a partition have one hash tag and an
 * expiry.
 *
 * <p>How durable it is depends on the server: with {@code appendfsync everysec} a crash of the server forgets a second, a
 * failover what was not replicated. Steps are done again then; no record is lost by it, and with exactly-once no output
 * is doubled. A server whose {@code maxmemory-policy} evicts keys is refused.
 *
 * <p>Thread-safe. It has one connection of its own, made when it is needed, and threads that end with {@link #close()};
 * the client belongs to the caller, and must outlive the journal.
 */
public final class RedisJournal implements Journal {

    private final RedisJournalOptions options;
    private final RedisLink link;
    private final ExecutorService connector = Executors.newCachedThreadPool(threads());
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(threads());
    private final Pace pace = new Pace(scheduler);

    private RedisJournal(RedisTarget target, RedisJournalOptions options) {
        this.options = options;
        this.link = new RedisLink(target, options.timeout(), connector);
    }

    /**
     * A journal on one server, or the one that sentinels name.
     *
     * @param client made with the address of the server
     */
    public static RedisJournal of(RedisClient client, RedisJournalOptions options) {
        return new RedisJournal(RedisTarget.of(client), options);
    }

    /**
     * A journal on one server, or the one that sentinels name.
     *
     * @param client a client for any address
     * @param address the address of the server
     */
    public static RedisJournal of(RedisClient client, RedisURI address, RedisJournalOptions options) {
        return new RedisJournal(RedisTarget.of(client, address), options);
    }

    /** A journal on a cluster. */
    public static RedisJournal of(RedisClusterClient client, RedisJournalOptions options) {
        return new RedisJournal(RedisTarget.of(client), options);
    }

    /**
     * A journal on whatever a client is for.
     *
     * @param client asked for a client each time that a connection is made; a {@link RedisClient} with the address of a
     *     server, or a {@link RedisClusterClient}
     */
    public static RedisJournal of(Supplier<? extends AbstractRedisClient> client, RedisJournalOptions options) {
        return new RedisJournal(
                () -> {
                    AbstractRedisClient present = client.get();
                    return present instanceof RedisClusterClient cluster
                            ? RedisTarget.of(cluster).connect()
                            : RedisTarget.of((RedisClient) present).connect();
                },
                options);
    }

    private static ThreadFactory threads() {
        return task -> {
            Thread thread = new Thread(task, "redis-journal");
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public boolean survivesRestart() {
        return true;
    }

    /**
     * Takes over a partition.
     *
     * @throws io.streamsboot.workflow.WorkflowException if the server evicts keys
     */
    @Override
    public JournalPartition open(JournalScope scope) {
        link.connect();
        Keys keys = Keys.of(options.keyPrefix(), scope);
        long expiry = options.expiry().toMillis();
        CompletableFuture<Long> taken =
                link.run(Scripts.TAKE, new byte[][] {keys.lease()}, Keys.bytes(Long.toString(expiry)));
        long token = RedisLink.await(taken);
        SortedMap<Long, byte[]> indexes = indexes(keys);
        long next = indexes.isEmpty() ? 0 : Group.numberOf(indexes.lastKey()) + 1;
        RedisJournalPartition partition = new RedisJournalPartition(
                keys,
                token,
                options.maxEntryBytes(),
                new GroupWriter(link, keys, token, expiry, pace, next),
                new ChunkReader(link, keys),
                scope.idempotencyWindow());
        partition.load(indexes);
        long renewal = expiry / 3;
        partition.renewedBy(
                scheduler.scheduleWithFixedDelay(partition::touch, renewal, renewal, TimeUnit.MILLISECONDS));
        return partition;
    }

    /** The indexes of all chunks, by the number of the chunk. */
    private SortedMap<Long, byte[]> indexes(Keys keys) {
        Set<byte[]> buckets = RedisLink.await(link.call(commands -> commands.smembers(keys.buckets())));
        List<CompletableFuture<Map<byte[], byte[]>>> reads = new ArrayList<>();
        for (byte[] bucket : buckets) {
            reads.add(link.call(commands -> commands.hgetall(keys.index(number(bucket)))));
        }
        SortedMap<Long, byte[]> indexes = new TreeMap<>();
        reads.forEach(read -> RedisLink.await(read).forEach((chunk, index) -> indexes.put(number(chunk), index)));
        return indexes;
    }

    private static long number(byte[] text) {
        return Long.parseLong(new String(text, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
        link.close();
        connector.shutdownNow();
    }
}
