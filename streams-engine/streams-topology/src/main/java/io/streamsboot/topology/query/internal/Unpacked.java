package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.query.QueryEntry.Header;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/** What a store keeps for a key, taken apart. */
record Unpacked(
        @Nullable Object value,
        @Nullable Long timestamp,
        @Nullable List<Header> headers) {

    static Unpacked of(Object stored, boolean withHeaders) {
        if (withHeaders) {
            return Kafka44.unpack(stored);
        }
        return stored instanceof ValueAndTimestamp<?> stamped
                ? new Unpacked(stamped.value(), stamped.timestamp(), null)
                : new Unpacked(stored, null, null);
    }

    static List<Header> copy(Headers headers) {
        List<Header> copy = new ArrayList<>();
        headers.forEach(header -> copy.add(new Header(header.key(), header.value())));
        return copy;
    }
}
