package io.streamsboot.core.deadletter.internal;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Position;
import io.streamsboot.core.deadletter.DeadLetterSummary;
import io.streamsboot.core.deadletter.DeadLetterSummary.Ages;
import io.streamsboot.core.deadletter.Envelope;
import io.streamsboot.core.failure.Stage;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Counts one topic of dead letters: each scan reads what was added since the last, and looks again at which are open.
 * What is remembered of a dead letter is small. Thread-safe; a scan blocks.
 */
final class TopicCount {

    private final LetterClients clients;
    private final String topic;
    private final MarkLog marks;
    private final Map<TopicPartition, Long> scanned = new HashMap<>();
    private final Map<TopicPartition, Deque<Seen>> seen = new HashMap<>();
    private volatile @Nullable DeadLetterSummary summary;

    private record Seen(Position position, Stage stage, String exception, Instant at) {}

    TopicCount(LetterClients clients, String topic, MarkLog marks) {
        this.clients = clients;
        this.topic = topic;
        this.marks = marks;
    }

    @Nullable DeadLetterSummary summary() {
        return summary;
    }

    synchronized void scan() {
        Map<String, String> names = new HashMap<>();
        try (LetterReader reader = new LetterReader(clients, topic)) {
            List<TopicPartition> partitions = reader.partitions();
            Map<TopicPartition, Long> begins = reader.begins(partitions);
            reader.ends(partitions).forEach((partition, end) -> {
                long first = begins.getOrDefault(partition, 0L);
                Deque<Seen> letters = seen.computeIfAbsent(partition, absent -> new ArrayDeque<>());
                while (!letters.isEmpty() && letters.getFirst().position().offset() < first) {
                    letters.removeFirst();
                }
                long begin = Math.max(first, scanned.getOrDefault(partition, 0L));
                scanned.put(partition, reader.read(partition, begin, end, record -> {
                    DeadLetter letter = Envelope.decode(record);
                    Position position = letter == null ? null : letter.position();
                    if (letter != null && position != null) {
                        letters.addLast(new Seen(
                                position,
                                letter.place().stage(),
                                names.computeIfAbsent(letter.cause().root(), name -> name),
                                letter.history().failedAt()));
                    }
                    return true;
                }));
            });
        }
        summary = summarize();
    }

    private DeadLetterSummary summarize() {
        long total = 0;
        long open = 0;
        Instant oldest = null;
        Instant newest = null;
        Map<Stage, Long> stages = new EnumMap<>(Stage.class);
        Map<String, Long> exceptions = new TreeMap<>();
        for (Deque<Seen> letters : seen.values()) {
            for (Seen letter : letters) {
                total++;
                if (marks.markOf(letter.position()) != null) {
                    continue;
                }
                open++;
                stages.merge(letter.stage(), 1L, Long::sum);
                exceptions.merge(letter.exception(), 1L, Long::sum);
                oldest = oldest == null || letter.at().isBefore(oldest) ? letter.at() : oldest;
                newest = newest == null || letter.at().isAfter(newest) ? letter.at() : newest;
            }
        }
        Map<Integer, Long> upTo = new TreeMap<>();
        scanned.forEach((partition, offset) -> upTo.put(partition.partition(), offset));
        return new DeadLetterSummary(topic, total, open, new Ages(oldest, newest), stages, exceptions, upTo);
    }
}
