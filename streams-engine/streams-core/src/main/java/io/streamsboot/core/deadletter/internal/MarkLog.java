package io.streamsboot.core.deadletter.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamsboot.core.admin.TopicCreation;
import io.streamsboot.core.deadletter.BytesHeader;
import io.streamsboot.core.deadletter.DeadLetter.Position;
import io.streamsboot.core.deadletter.DeadLetterAction;
import io.streamsboot.core.deadletter.DeadLetterProgress;
import io.streamsboot.core.deadletter.DeadLetterProgress.Counts;
import io.streamsboot.core.deadletter.DeadLetterProgress.State;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import io.streamsboot.core.deadletter.DeadLetterRequest.Selection;
import io.streamsboot.core.deadletter.Mark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What became of the dead letters of one topic, kept in a compacted topic beside it, so that the dead letters themselves
 * are never rewritten. Its records have text keys, {@code partition:offset} for a mark and {@code request:id} for how far
 * a request is, and everything else in headers. Thread-safe.
 */
public final class MarkLog {

    /** What the name of the companion topic ends in. */
    public static final String SUFFIX = ".marks";

    private static final String REQUEST = "request:";

    private final LetterClients clients;
    private final String topic;
    private final Map<String, Mark> marks = new HashMap<>();
    private final Map<String, Saved> requests = new HashMap<>();
    private final Map<TopicPartition, Long> read = new HashMap<>();

    /**
     * How far a request was when that was written.
     *
     * @param action what it did
     * @param state its state
     * @param counts what it had done
     * @param by who had asked for it, or null
     * @param at when that was written
     */
    record Saved(
            DeadLetterAction action,
            State state,
            Counts counts,
            @Nullable String by,
            Instant at) {

        /** What is known of it now; not which dead letters it was about. */
        DeadLetterProgress progress(String deadLetters, String requestId) {
            DeadLetterRequest request = new DeadLetterRequest(
                    requestId, action, deadLetters, Selection.ALL, null, DeadLetterRequest.Pace.UNLIMITED, by);
            return new DeadLetterProgress(request, state, counts, counts, Map.of(), null, at, at);
        }
    }

    MarkLog(LetterClients clients, String deadLetters) {
        this.clients = clients;
        this.topic = nameOf(deadLetters);
    }

    static String nameOf(String deadLetters) {
        return deadLetters + SUFFIX;
    }

    void create() throws InterruptedException, ExecutionException {
        try (Admin admin = clients.admin()) {
            NewTopic companion = new NewTopic(topic, Optional.of(1), Optional.empty())
                    .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
            TopicCreation.create(admin, List.of(companion));
        }
    }

    /** Reads what was added since the last time. */
    synchronized void refresh() {
        try (LetterReader reader = new LetterReader(clients, topic)) {
            List<TopicPartition> partitions = reader.partitions();
            Map<TopicPartition, Long> begins = reader.begins(partitions);
            reader.ends(partitions).forEach((partition, end) -> {
                long begin = Math.max(read.getOrDefault(partition, 0L), begins.getOrDefault(partition, 0L));
                read.put(partition, reader.read(partition, begin, end, record -> {
                    apply(record);
                    return true;
                }));
            });
        }
    }

    private void apply(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null) {
            return;
        }
        String key = new String(record.key(), UTF_8);
        if (key.startsWith(REQUEST)) {
            requests.put(
                    key.substring(REQUEST.length()),
                    new Saved(
                            action(record),
                            text(record, "state", "").equals(State.DONE.name())
                                    ? State.DONE
                                    : text(record, "state", "").equals(State.STOPPED.name())
                                            ? State.STOPPED
                                            : State.FAILED,
                            new Counts(
                                    number(record, "matched"),
                                    number(record, "done"),
                                    number(record, "duplicates"),
                                    number(record, "failed")),
                            textOrNull(record, "by"),
                            Instant.ofEpochMilli(record.timestamp())));
        } else if (record.value() == null) {
            marks.remove(key);
        } else {
            marks.put(
                    key,
                    new Mark(
                            action(record),
                            text(record, "request", ""),
                            textOrNull(record, "by"),
                            Instant.ofEpochMilli(number(record, "at")),
                            textOrNull(record, "target")));
        }
    }

    synchronized @Nullable Mark markOf(Position position) {
        return marks.get(key(position));
    }

    synchronized @Nullable Saved saved(String requestId) {
        return requests.get(requestId);
    }

    ProducerRecord<byte[], byte[]> record(Position position, Mark mark) {
        List<Header> headers = new ArrayList<>();
        headers.add(BytesHeader.of("request", mark.requestId()));
        headers.add(BytesHeader.of("at", String.valueOf(mark.at().toEpochMilli())));
        String by = mark.requestedBy();
        if (by != null) {
            headers.add(BytesHeader.of("by", by));
        }
        String target = mark.target();
        if (target != null) {
            headers.add(BytesHeader.of("target", target));
        }
        return new ProducerRecord<>(
                topic, null, key(position).getBytes(UTF_8), mark.action().text().getBytes(UTF_8), headers);
    }

    ProducerRecord<byte[], byte[]> record(DeadLetterProgress progress) {
        Counts counts = progress.counts();
        List<Header> headers = new ArrayList<>(List.of(
                BytesHeader.of("state", progress.state().name()),
                BytesHeader.of("matched", String.valueOf(counts.matched())),
                BytesHeader.of("done", String.valueOf(counts.done())),
                BytesHeader.of("duplicates", String.valueOf(counts.duplicates())),
                BytesHeader.of("failed", String.valueOf(counts.failed()))));
        String by = progress.request().requestedBy();
        if (by != null) {
            headers.add(BytesHeader.of("by", by));
        }
        return new ProducerRecord<>(
                topic,
                null,
                (REQUEST + progress.request().requestId()).getBytes(UTF_8),
                progress.request().action().text().getBytes(UTF_8),
                headers);
    }

    private static DeadLetterAction action(ConsumerRecord<byte[], byte[]> record) {
        return record.value() != null && new String(record.value(), UTF_8).equals(DeadLetterAction.PURGE.text())
                ? DeadLetterAction.PURGE
                : DeadLetterAction.REPLAY;
    }

    private static @Nullable String textOrNull(ConsumerRecord<byte[], byte[]> record, String name) {
        String text = text(record, name, "");
        return text.isEmpty() ? null : text;
    }

    private static String key(Position position) {
        return position.partition() + ":" + position.offset();
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String name, String otherwise) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null ? otherwise : new String(header.value(), UTF_8);
    }

    private static long number(ConsumerRecord<byte[], byte[]> record, String name) {
        try {
            return Long.parseLong(text(record, name, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
