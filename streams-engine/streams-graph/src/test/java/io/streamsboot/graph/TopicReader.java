package io.streamsboot.graph;

import io.streamsboot.test.TopicRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads what is committed in a topic. */
final class TopicReader {

    private TopicReader() {}

    /** All values by key, in their order. */
    static <V> Map<String, List<V>> committed(
            String servers, String topic, Deserializer<String> keys, Deserializer<V> values) {
        Map<String, List<V>> read = new TreeMap<>();
        TopicRecords.committed(servers, topic, keys, values)
                .forEach(record -> read.computeIfAbsent(record.key(), key -> new ArrayList<>())
                        .add(record.value()));
        return read;
    }
}
