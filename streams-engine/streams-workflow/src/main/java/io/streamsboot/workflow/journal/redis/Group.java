package io.streamsboot.workflow.journal.redis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Writes of a partition that go out together. Not thread-safe. */
final class Group {

    private final Map<Long, Changes> buckets = new LinkedHashMap<>();
    private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    private long bytes;

    private record Changes(List<byte[]> puts, List<byte[]> deletes) {}

    private Changes changes(long bucket) {
        return buckets.computeIfAbsent(bucket, key -> new Changes(new ArrayList<>(), new ArrayList<>()));
    }

    void put(long bucket, byte[] field, byte[] value) {
        Changes changes = changes(bucket);
        changes.puts().add(field);
        changes.puts().add(value);
        bytes += field.length + (long) value.length;
    }

    void delete(long bucket, List<byte[]> fields) {
        changes(bucket).deletes().addAll(fields);
    }

    /** Renews the expiry of a bucket. */
    void touch(long bucket) {
        changes(bucket);
    }

    /** Takes deletions of another group over that was not written. */
    void deleteLike(Group other) {
        other.buckets.forEach((bucket, changes) -> {
            if (!changes.deletes().isEmpty()) {
                delete(bucket, changes.deletes());
            }
        });
    }

    boolean isEmpty() {
        return buckets.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    /** Completed when it is durable, or is not. */
    CompletableFuture<@Nullable Void> done() {
        return done;
    }

    byte[][] keys(Keys keys) {
        List<byte[]> all = new ArrayList<>(buckets.size() + 2);
        all.add(keys.lease());
        all.add(keys.buckets());
        buckets.keySet().forEach(bucket -> all.add(keys.bucket(bucket)));
        return all.toArray(byte[][]::new);
    }

    byte[][] arguments(long token, long expiryMillis) {
        List<byte[]> all = new ArrayList<>();
        all.add(Keys.bytes(Long.toString(token)));
        all.add(Keys.bytes(Long.toString(expiryMillis)));
        buckets.forEach((bucket, changes) -> {
            all.add(Keys.bytes(Long.toString(bucket)));
            all.add(Keys.bytes(Integer.toString(changes.puts().size())));
            all.addAll(changes.puts());
            all.add(Keys.bytes(Integer.toString(changes.deletes().size())));
            all.addAll(changes.deletes());
        });
        return all.toArray(byte[][]::new);
    }
}
