package io.streamsboot.workflow;

import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record without its value. The arrays must not be changed.
 *
 * @param topic its topic
 * @param partition its partition
 * @param offset its offset
 * @param timestamp its timestamp in milliseconds since 1970
 * @param key its key, or null
 * @param headers its headers
 */
public record RecordInfo(
        String topic, int partition, long offset, long timestamp, byte @Nullable [] key, List<Header> headers) {

    public RecordInfo {
        headers = List.copyOf(headers);
    }
}
