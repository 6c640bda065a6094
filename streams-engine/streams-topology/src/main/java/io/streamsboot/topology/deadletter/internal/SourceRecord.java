package io.streamsboot.topology.deadletter.internal;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A source record as it came from the broker.
 *
 * @param key the key, or null
 * @param value the value, or null
 * @param headers the headers, as they were before anybody could change them
 * @param timestamp the timestamp
 * @param timestampType who set it, in Kafka's words
 */
record SourceRecord(
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers,
        long timestamp,
        @Nullable String timestampType) {

    static SourceRecord of(ConsumerRecord<byte[], byte[]> record, Header[] headers) {
        return new SourceRecord(
                record.key(),
                record.value(),
                List.of(headers),
                record.timestamp(),
                record.timestampType().toString());
    }
}
