package io.streamsboot.pipeline.row.internal;

import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import io.streamsboot.pipeline.expression.internal.Values;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes JSON in UTF-8, without white space, into a buffer that is used again. */
public final class JsonWriter {

    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int KEPT = 1 << 20;

    private byte[] buffer = new byte[256];
    private int size;

    /** Begins an object. */
    public void begin() {
        size = 0;
        put('{');
    }

    /** A comma, unless it is the first field. */
    public void separator() {
        if (size > 1) {
            put(',');
        }
    }

    /** Between name and value. */
    public void colon() {
        put(':');
    }

    /** Ends the object. */
    public byte[] end() {
        put('}');
        byte[] result = toByteArray();
        if (buffer.length > KEPT) {
            buffer = new byte[256];
        }
        return result;
    }

    /** What was written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, size);
    }

    /** Copies bytes as they are. */
    public void raw(byte[] bytes, int start, int end) {
        int length = end - start;
        reserve(length);
        System.arraycopy(bytes, start, buffer, size, length);
        size += length;
    }

    /**
     * Writes a value.
     *
     * @throws EvaluationException for NaN and infinities
     */
    public void value(@Nullable Object value) {
        if (value == null) {
            raw(NULL, 0, NULL.length);
        } else if (value instanceof String text) {
            string(text);
        } else if (value instanceof Boolean known) {
            byte[] word = known ? TRUE : FALSE;
            raw(word, 0, word.length);
        } else if (value instanceof List<?> list) {
            list(list);
        } else if (value instanceof Map<?, ?> object) {
            object(object);
        } else if (value instanceof Raw raw) {
            raw(raw.json(), 0, raw.json().length);
        } else {
            if (value instanceof Double number && !Double.isFinite(number)) {
                throw new EvaluationException(Reason.DOMAIN, Values.describe(value) + " has no JSON");
            }
            ascii(value.toString());
        }
    }

    private void list(List<?> list) {
        put('[');
        boolean first = true;
        for (Object element : list) {
            if (!first) {
                put(',');
            }
            first = false;
            value(element);
        }
        put(']');
    }

    private void object(Map<?, ?> object) {
        put('{');
        boolean first = true;
        for (Map.Entry<?, ?> entry : object.entrySet()) {
            if (!first) {
                put(',');
            }
            first = false;
            string(String.valueOf(entry.getKey()));
            put(':');
            value(entry.getValue());
        }
        put('}');
    }

    private void ascii(String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            buffer[size++] = (byte) text.charAt(i);
        }
    }

    /** Writes a string in quotes. A surrogate without its other half is escaped, so that nothing is lost. */
    public void string(String text) {
        reserve(text.length() + 2);
        put('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                ascii(c);
            } else if (c < 0x800) {
                reserve(2);
                buffer[size++] = (byte) (0xc0 | (c >> 6));
                buffer[size++] = (byte) (0x80 | (c & 0x3f));
            } else if (!Character.isSurrogate(c)) {
                reserve(3);
                buffer[size++] = (byte) (0xe0 | (c >> 12));
                buffer[size++] = (byte) (0x80 | ((c >> 6) & 0x3f));
                buffer[size++] = (byte) (0x80 | (c & 0x3f));
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                pair(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                unicode(c);
            }
        }
        put('"');
    }

    private void ascii(char c) {
        if (c >= 0x20 && c != '"' && c != '\\') {
            put(c);
            return;
        }
        char name = switch (c) {
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            case '"', '\\' -> c;
            default -> 'u';
        };
        if (name == 'u') {
            unicode(c);
        } else {
            put('\\');
            put(name);
        }
    }

    private void pair(int codePoint) {
        reserve(4);
        buffer[size++] = (byte) (0xf0 | (codePoint >> 18));
        buffer[size++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
        buffer[size++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
        buffer[size++] = (byte) (0x80 | (codePoint & 0x3f));
    }

    private void unicode(char c) {
        put('\\');
        put('u');
        for (int shift = 12; shift >= 0; shift -= 4) {
            put((char) HEX[(c >> shift) & 0xf]);
        }
    }

    private void put(char c) {
        reserve(1);
        buffer[size++] = (byte) c;
    }

    private void reserve(int more) {
        if (more > buffer.length - size) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, Math.addExact(size, more)));
        }
    }
}
