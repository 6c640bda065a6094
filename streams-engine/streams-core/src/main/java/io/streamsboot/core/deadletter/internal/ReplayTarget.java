package io.streamsboot.core.deadletter.internal;

import io.streamsboot.core.deadletter.BytesHeader;
import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Position;
import io.streamsboot.core.deadletter.DeadLetterHeader;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Turns dead letters into the records that they were. Not thread-safe; blocks for each new topic. */
final class ReplayTarget implements AutoCloseable {

    /** Headers that earlier replays left on the record. */
    private static final Set<String> LINEAGE = Set.of(
            DeadLetterHeader.ATTEMPT.key(),
            DeadLetterHeader.FIRST_FAILURE.key(),
            DeadLetterHeader.REPLAY_REQUEST.key(),
            DeadLetterHeader.REPLAY_OF.key());

    private final DeadLetterRequest request;
    private final Admin admin;
    private final Map<String, Integer> partitions = new HashMap<>();

    ReplayTarget(DeadLetterRequest request, Admin admin) {
        this.request = request;
        this.admin = admin;
    }

    /**
     * Why a dead letter cannot be replayed.
     *
     * @return the reason, or null if it can
     */
    @Nullable String obstacle(DeadLetter letter) throws ExecutionException, InterruptedException {
        Position position = letter.position();
        if (letter.payload().content() == DeadLetter.Content.NONE) {
            return position + " has no record that could be replayed";
        }
        if (letter.payload().isCut()
                && (position == null || !request.selection().values().containsKey(position))) {
            return position + " is cut, so it can be replayed with another value only";
        }
        String topic = topic(letter);
        if (topic == null) {
            return position + " does not know its topic; name a target";
        }
        if (topic.equals(request.topic())) {
            return position + " came from the topic of dead letters itself; name a target";
        }
        return partitions(topic) == 0
                ? "topic " + topic + ", which " + position + " belongs into, does not exist"
                : null;
    }

    @Nullable String topic(DeadLetter letter) {
        String target = request.target();
        return target == null ? letter.home() : target;
    }

    /** The record to be sent; {@link #obstacle} must have found none. */
    ProducerRecord<byte[], byte[]> record(DeadLetter letter) throws ExecutionException, InterruptedException {
        String topic = Objects.requireNonNull(topic(letter));
        Position position = Objects.requireNonNull(letter.position());
        List<Header> headers = new ArrayList<>();
        boolean nested = letter.payload().headers().stream()
                .anyMatch(header -> header.key().equals(DeadLetterHeader.SCHEMA.key()));
        for (Header header : letter.payload().headers()) {
            if (nested || !LINEAGE.contains(header.key())) {
                headers.add(header);
            }
        }
        headers.add(BytesHeader.of(
                DeadLetterHeader.ATTEMPT.key(), String.valueOf(letter.history().attempt())));
        headers.add(BytesHeader.of(
                DeadLetterHeader.FIRST_FAILURE.key(),
                String.valueOf(letter.history().firstFailure().toEpochMilli())));
        headers.add(BytesHeader.of(DeadLetterHeader.REPLAY_REQUEST.key(), request.requestId()));
        headers.add(BytesHeader.of(DeadLetterHeader.REPLAY_OF.key(), position.toString()));
        byte[] edited = request.selection().values().get(position);
        long timestamp = letter.origin().timestamp();
        return new ProducerRecord<>(
                topic,
                partition(letter, topic),
                timestamp < 0 ? null : timestamp,
                letter.payload().key(),
                edited == null ? letter.payload().value() : edited,
                headers);
    }

    /** A record goes back to its own partition as long as its topic has as many as it had. */
    private @Nullable Integer partition(DeadLetter letter, String topic)
            throws ExecutionException, InterruptedException {
        DeadLetter.Origin origin = letter.origin();
        boolean home = letter.payload().content() == DeadLetter.Content.SOURCE && topic.equals(origin.topic());
        return home && origin.partition() >= 0 && origin.partitions() == partitions(topic) ? origin.partition() : null;
    }

    private int partitions(String topic) throws ExecutionException, InterruptedException {
        Integer known = partitions.get(topic);
        if (known != null) {
            return known;
        }
        int found;
        try {
            TopicDescription description =
                    admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
            found = description == null ? 0 : description.partitions().size();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)
                    && !(e.getCause() instanceof InvalidTopicException)) {
                throw e;
            }
            found = 0;
        }
        partitions.put(topic, found);
        return found;
    }

    @Override
    public void close() {
        admin.close();
    }
}
