package io.streamsboot.core.deadletter;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** An upper bound of what a record takes alone in a batch of Kafka's format 2, without compression. */
public final class RecordSize {

    private static final int BATCH_OVERHEAD = 61;
    private static final int RECORD_OVERHEAD = 36;
    private static final int HEADER_OVERHEAD = 10;

    private RecordSize() {}

    /**
     * The bound.
     *
     * @param key the key, or null
     * @param value the value, or null
     * @param headers the headers
     * @return bytes
     */
    public static long of(byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
        return of(key, value, Arrays.asList(headers));
    }

    /** The same for headers in a list. */
    public static long of(byte @Nullable [] key, byte @Nullable [] value, List<? extends Header> headers) {
        long size = BATCH_OVERHEAD + RECORD_OVERHEAD + length(key) + length(value);
        for (Header header : headers) {
            size += of(header);
        }
        return size;
    }

    static long of(Header header) {
        return HEADER_OVERHEAD + utf8Length(header.key()) + length(header.value());
    }

    private static long utf8Length(String text) {
        return text.length() < 64 ? 3L * text.length() : text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
