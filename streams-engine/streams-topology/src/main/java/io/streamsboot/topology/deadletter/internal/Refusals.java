package io.streamsboot.topology.deadletter.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What the broker refused. A refusal fails the task (and aborts its transaction), so the record comes again, and is set
 * aside instead of being sent. Records are known again by their content; where only the topic is known, all that goes
 * there is set aside for a while. Thread-safe.
 */
final class Refusals {

    private static final int MAX_RECORDS = 10_000;
    private static final Duration TOPIC_PAUSE = Duration.ofMinutes(1);

    private record TopicRefusal(Exception exception, long until) {}

    private final Clock clock;
    private final Map<ByteBuffer, Exception> records = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Exception> eldest) {
            return size() > MAX_RECORDS;
        }
    };
    private final Map<String, TopicRefusal> topics = new ConcurrentHashMap<>();
    private volatile boolean any;

    Refusals(Clock clock) {
        this.clock = clock;
    }

    void add(ProducerRecord<byte[], byte[]> record, Exception exception) {
        ByteBuffer print = print(record);
        synchronized (records) {
            records.put(print, exception);
        }
        any = true;
    }

    void addTopic(String topic, Exception exception) {
        topics.put(topic, new TopicRefusal(exception, clock.millis() + TOPIC_PAUSE.toMillis()));
        any = true;
    }

    /**
     * Why a record would be refused.
     *
     * @return what it was refused with before, or null if it was not
     */
    @Nullable Exception of(ProducerRecord<byte[], byte[]> record) {
        if (!any) {
            return null;
        }
        TopicRefusal topic = topics.get(record.topic());
        if (topic != null) {
            if (clock.millis() < topic.until()) {
                return topic.exception();
            }
            topics.remove(record.topic(), topic);
        }
        ByteBuffer print = print(record);
        synchronized (records) {
            return records.get(print);
        }
    }

    private static ByteBuffer print(ProducerRecord<byte[], byte[]> record) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
        update(digest, record.topic().getBytes(StandardCharsets.UTF_8));
        update(digest, record.key());
        update(digest, record.value());
        for (Header header : record.headers()) {
            update(digest, header.key().getBytes(StandardCharsets.UTF_8));
            update(digest, header.value());
        }
        return ByteBuffer.wrap(digest.digest());
    }

    private static void update(MessageDigest digest, byte @Nullable [] bytes) {
        digest.update(ByteBuffer.allocate(4).putInt(0, bytes == null ? -1 : bytes.length));
        if (bytes != null) {
            digest.update(bytes);
        }
    }
}
