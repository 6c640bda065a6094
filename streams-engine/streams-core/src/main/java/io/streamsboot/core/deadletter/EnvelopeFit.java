package io.streamsboot.core.deadletter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** A dead letter that is being cut to what its topic takes: the least valuable part goes first. */
final class EnvelopeFit {

    private byte @Nullable [] key;
    private byte @Nullable [] value;
    private final List<Header> original;
    private final Map<DeadLetterHeader, BytesHeader> envelope = new EnumMap<>(DeadLetterHeader.class);

    EnvelopeFit(
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<Header> original,
            Map<DeadLetterHeader, String> envelope) {
        this.key = key;
        this.value = value;
        this.original = original;
        envelope.forEach(this::set);
    }

    void set(DeadLetterHeader header, String text) {
        envelope.put(header, BytesHeader.of(header.key(), text));
    }

    void fitInto(long maxBytes, @Nullable String shortStackTrace) {
        if (excess(maxBytes) <= 0) {
            return;
        }
        if (shortStackTrace != null) {
            set(DeadLetterHeader.EXCEPTION_STACKTRACE, shortStackTrace);
        }
        if (excess(maxBytes) <= 0) {
            return;
        }
        byte[] whole = value;
        if (whole != null && whole.length > 0) {
            if (!envelope.containsKey(DeadLetterHeader.VALUE_LENGTH)) {
                set(DeadLetterHeader.VALUE_LENGTH, String.valueOf(whole.length));
            }
            value = Arrays.copyOf(whole, (int) Math.max(0, whole.length - excess(maxBytes)));
        }
        int left = original.size();
        while (excess(maxBytes) > 0 && !original.isEmpty()) {
            original.remove(original.size() - 1);
            set(DeadLetterHeader.HEADERS_CUT, String.valueOf(left - original.size()));
        }
        byte[] wholeKey = key;
        if (excess(maxBytes) > 0 && wholeKey != null) {
            set(DeadLetterHeader.KEY_LENGTH, String.valueOf(wholeKey.length));
            key = Arrays.copyOf(wholeKey, (int) Math.max(0, wholeKey.length - excess(maxBytes)));
        }
        if (excess(maxBytes) > 0) {
            envelope.remove(DeadLetterHeader.EXCEPTION_STACKTRACE);
            envelope.remove(DeadLetterHeader.EXCEPTION_MESSAGE);
            envelope.remove(DeadLetterHeader.RECORD_TEXT);
        }
    }

    byte @Nullable [] key() {
        return key;
    }

    byte @Nullable [] value() {
        return value;
    }

    List<Header> headers() {
        List<Header> all = new ArrayList<>(original.size() + envelope.size());
        all.addAll(original);
        all.addAll(envelope.values());
        return all;
    }

    private long excess(long maxBytes) {
        return RecordSize.of(key, value, headers().toArray(Header[]::new)) - maxBytes;
    }
}
