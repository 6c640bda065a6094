package io.streamsboot.workflow.journal.redis;

import io.streamsboot.workflow.journal.internal.FieldWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes of a partition that go out together: a chunk of outcomes, which are kept for long, one of all else, and what is
 * to be deleted. Not thread-safe.
 */
final class Group {

    private final Part steps;
    private final Part outcomes;
    private final SortedMap<Long, List<Chunk>> deletes = new TreeMap<>();
    private final List<Long> renewed = new ArrayList<>();
    private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();

    /** A chunk in the making. */
    private static final class Part {

        private final Chunk chunk;
        private final FieldWriter entries = new FieldWriter(1024);
        private final ChunkIndex index = new ChunkIndex();

        private Part(long number) {
            this.chunk = new Chunk(number);
            chunk.use();
        }

        private boolean isEmpty() {
            return entries.size() == 0;
        }
    }

    /**
     * An empty group.
     *
     * @param number number of the group; a greater one for a later group
     */
    Group(long number) {
        this.steps = new Part(2 * number);
        this.outcomes = new Part(2 * number + 1);
    }

    /** The number of the group that a chunk was written with. */
    static long numberOf(long chunk) {
        return chunk / 2;
    }

    void put(KnownRun run, Written what, byte[] entries) {
        Part part = what.isOutcome() ? outcomes : steps;
        int number = run.next();
        part.index.add(run, number, what);
        part.entries.field(entries);
        run.written(number, what, part.chunk);
    }

    void delete(Collection<Chunk> chunks) {
        for (Chunk chunk : chunks) {
            deletes.computeIfAbsent(chunk.bucket(), bucket -> new ArrayList<>()).add(chunk);
        }
    }

    /** Renews the expiry of buckets, and of the partition. */
    void renew(Collection<Long> buckets) {
        renewed.addAll(buckets);
    }

    /** Takes deletions of another group over that was not written. */
    void deleteLike(Group other) {
        other.deletes.values().forEach(this::delete);
    }

    boolean isEmpty() {
        return bytes() == 0 && deletes.isEmpty() && renewed.isEmpty();
    }

    long bytes() {
        return (long) steps.entries.size() + outcomes.entries.size();
    }

    /**
     * Nothing more is put into it.
     *
     * @return the chunks that no run needs any more
     */
    List<Chunk> close() {
        List<Chunk> unused = new ArrayList<>();
        for (Part part : List.of(steps, outcomes)) {
            if (part.chunk.leave() && !part.isEmpty()) {
                unused.add(part.chunk);
            }
        }
        return unused;
    }

    /** Completed when it is durable, or is not. */
    CompletableFuture<@Nullable Void> done() {
        return done;
    }

    /** What {@link Scripts#WRITE} is called with. */
    record Call(byte[][] keys, byte[][] arguments) {}

    Call call(Keys keys, long token, long expiryMillis) {
        SortedMap<Long, List<Part>> puts = new TreeMap<>();
        for (Part part : List.of(steps, outcomes)) {
            if (!part.isEmpty()) {
                puts.computeIfAbsent(part.chunk.bucket(), bucket -> new ArrayList<>(2))
                        .add(part);
            }
        }
        SortedMap<Long, List<Chunk>> buckets = new TreeMap<>(deletes);
        puts.keySet().forEach(bucket -> buckets.putIfAbsent(bucket, List.of()));
        renewed.forEach(bucket -> buckets.putIfAbsent(bucket, List.of()));
        List<byte[]> names = new ArrayList<>(List.of(keys.lease(), keys.buckets()));
        List<byte[]> arguments = new ArrayList<>();
        arguments.add(Keys.bytes(Long.toString(token)));
        arguments.add(Keys.bytes(Long.toString(expiryMillis)));
        arguments.add(Keys.bytes(renewed.isEmpty() ? "0" : "1"));
        for (Map.Entry<Long, List<Chunk>> bucket : buckets.entrySet()) {
            names.add(keys.index(bucket.getKey()));
            names.add(keys.chunks(bucket.getKey()));
            List<Part> parts = puts.getOrDefault(bucket.getKey(), List.of());
            arguments.add(Keys.bytes(Long.toString(bucket.getKey())));
            arguments.add(Keys.bytes(Integer.toString(parts.size())));
            arguments.add(Keys.bytes(Integer.toString(bucket.getValue().size())));
            for (Part part : parts) {
                arguments.add(part.chunk.field());
                arguments.add(part.index.toByteArray());
                arguments.add(part.entries.toByteArray());
            }
            bucket.getValue().forEach(chunk -> arguments.add(chunk.field()));
        }
        return new Call(names.toArray(byte[][]::new), arguments.toArray(byte[][]::new));
    }
}
