package io.streamsboot.workflow.run.internal;

import io.streamsboot.core.deadletter.RecordSize;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record to be written.
 *
 * @param topic where to
 * @param partition the partition, or null to choose it by the key
 * @param key its key, or null
 * @param value its value, or null
 * @param timestamp its timestamp in milliseconds since 1970, or -1 to leave it to the producer
 * @param headers its headers in their order
 * @param size an upper bound of the bytes that it takes
 */
public record Output(
        String topic,
        @Nullable Integer partition,
        byte @Nullable [] key,
        byte @Nullable [] value,
        long timestamp,
        List<HeaderBytes> headers,
        long size) {

    public Output {
        headers = List.copyOf(headers);
    }

    /** An output whose size is found out here. */
    public Output(
            String topic,
            @Nullable Integer partition,
            byte @Nullable [] key,
            byte @Nullable [] value,
            long timestamp,
            List<HeaderBytes> headers) {
        this(topic, partition, key, value, timestamp, headers, RecordSize.of(key, value, headers));
    }

    /** A record as a producer takes it, as an output. */
    public static Output of(ProducerRecord<byte[], byte[]> record) {
        List<HeaderBytes> headers = new ArrayList<>();
        record.headers().forEach(header -> headers.add(new HeaderBytes(header.key(), header.value())));
        Long time = record.timestamp();
        return new Output(
                record.topic(), record.partition(), record.key(), record.value(), time == null ? -1 : time, headers);
    }

    /** The output as a producer takes it. */
    public ProducerRecord<byte[], byte[]> record() {
        return new ProducerRecord<>(
                topic, partition, timestamp < 0 ? null : timestamp, key, value, List.copyOf(headers));
    }
}
