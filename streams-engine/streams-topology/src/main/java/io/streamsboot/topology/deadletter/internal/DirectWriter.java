package io.streamsboot.topology.deadletter.internal;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes dead letters where the topology's own producer cannot: those of global stores, and those of refused sends
 * without transactions. A write ends with the broker's acknowledgement. Thread-safe; blocks.
 */
final class DirectWriter implements AutoCloseable {

    private final Supplier<Map<String, Object>> config;
    private final Duration patience;
    private @Nullable KafkaProducer<byte[], byte[]> producer;

    DirectWriter(Supplier<Map<String, Object>> config, Duration patience) {
        this.config = config;
        this.patience = patience;
    }

    /**
     * Writes a dead letter.
     *
     * @throws KafkaException if the broker does not acknowledge it
     */
    void write(ProducerRecord<byte[], byte[]> letter) {
        try {
            open().send(letter).get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new KafkaException("the dead letter for topic " + letter.topic() + " was refused", e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaException(
                    "the dead letter for topic " + letter.topic() + " was not acknowledged within " + patience, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while a dead letter was written to topic " + letter.topic(), e);
        }
    }

    private synchronized KafkaProducer<byte[], byte[]> open() {
        KafkaProducer<byte[], byte[]> open = producer;
        if (open == null) {
            open = new KafkaProducer<>(config.get(), new ByteArraySerializer(), new ByteArraySerializer());
            producer = open;
        }
        return open;
    }

    @Override
    public synchronized void close() {
        KafkaProducer<byte[], byte[]> open = producer;
        producer = null;
        if (open != null) {
            open.close(Duration.ZERO);
        }
    }
}
