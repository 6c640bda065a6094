package io.streamsboot.workflow.journal.redis;

import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.internal.EntryFormat;
import io.streamsboot.workflow.journal.internal.Fields;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads chunks, and keeps the last of them, since runs that are asked for lie together. Thread-safe. */
final class ChunkReader {

    private static final Logger LOG = LoggerFactory.getLogger(ChunkReader.class);
    private static final int KEPT = 16;
    private static final int KEPT_BYTES = 256 << 10;

    private final RedisLink link;
    private final Keys keys;
    private final Map<Chunk, CompletableFuture<Map<String, List<JournalEntry>>>> kept =
            new LinkedHashMap<>(KEPT, 0.75f, true);

    ChunkReader(RedisLink link, Keys keys) {
        this.link = link;
        this.keys = keys;
    }

    /** The entries of a chunk by run, in their order; none if it is not there. */
    CompletableFuture<Map<String, List<JournalEntry>>> read(Chunk chunk) {
        CompletableFuture<Map<String, List<JournalEntry>>> entries;
        synchronized (kept) {
            CompletableFuture<Map<String, List<JournalEntry>>> known = kept.get(chunk);
            if (known != null) {
                return known;
            }
            CompletableFuture<byte @Nullable []> bytes =
                    link.call(commands -> commands.hget(keys.chunks(chunk.bucket()), chunk.field()));
            entries = bytes.thenApply(found -> found == null ? Map.of() : entries(chunk.of(keys), found));
            kept.put(chunk, entries);
            if (kept.size() > KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
            bytes.whenComplete((found, failure) -> {
                if (found == null || found.length > KEPT_BYTES) {
                    forget(chunk);
                }
            });
        }
        return entries;
    }

    private void forget(Chunk chunk) {
        synchronized (kept) {
            kept.remove(chunk);
        }
    }

    /** As many of them as can be read. */
    static Map<String, List<JournalEntry>> entries(String chunk, byte[] bytes) {
        Map<String, List<JournalEntry>> entries = new HashMap<>();
        int unreadable = 0;
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            while (in.available() > 0) {
                byte[] field = Fields.bytes(in);
                EntryFormat.Group group = field == null ? null : EntryFormat.read(field);
                if (group == null) {
                    unreadable++;
                    continue;
                }
                for (JournalEntry entry : group.entries()) {
                    entries.computeIfAbsent(entry.runId(), id -> new ArrayList<>(2))
                            .add(entry);
                }
            }
        } catch (IOException e) {
            unreadable++;
        }
        if (unreadable > 0) {
            LOG.warn(
                    "{} cannot be read in {} places, of {} bytes: runs do steps again whose results were there",
                    chunk,
                    unreadable,
                    bytes.length);
        }
        return entries;
    }
}
