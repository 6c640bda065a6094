package io.streamsboot.pipeline.row.internal;

import io.streamsboot.pipeline.row.RowException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.stream.IntStream;

/**
 * Goes over the bytes of a JSON object once and checks them all (RFC 8259, and UTF-8 by RFC 3629), without making
 * objects. Only the fields of the outermost object are reported.
 */
public final class JsonScanner {

    private static final int MAX_DEPTH = 200;
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;

    /** Is told where the fields are. */
    public interface Listener {

        /**
         * Whether a name that is known to be well-formed and without escapes comes next, in quotes; a name that is not, is
         * scanned, and then told by {@link #name}.
         *
         * @return where it ends, behind the closing quote, or -1
         */
        default int knownName(byte[] bytes, int start) {
            return -1;
        }

        /** A name, without its quotes. */
        void name(byte[] bytes, int start, int end, boolean escaped);

        /** The value of the name before. */
        void value(int start, int end);
    }

    private final byte[] bytes;
    private boolean escaped;

    private JsonScanner(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Scans an object to the end of the bytes.
     *
     * @throws RowException if they are anything but one object with white space around it
     */
    public static void scan(byte[] bytes, Listener listener) {
        new JsonScanner(bytes).object(listener);
    }

    /**
     * Scans a list of objects to the end of the bytes.
     *
     * @return where each of them begins and ends, one after the other
     * @throws RowException if they are anything but one list of objects with white space around it
     */
    public static int[] scanList(byte[] bytes) {
        return new JsonScanner(bytes).list();
    }

    private int[] list() {
        int at = blank(0);
        expect(at, '[');
        at = blank(at + 1);
        IntStream.Builder ends = IntStream.builder();
        for (boolean more = peek(at) != ']'; more; ) {
            if (peek(at) != '{') {
                throw new RowException("an object expected", at);
            }
            ends.add(at);
            at = nested(at, 0, true);
            ends.add(at);
            at = blank(at);
            more = peek(at) == ',';
            if (more) {
                at = blank(at + 1);
            }
        }
        expect(at, ']');
        at = blank(at + 1);
        if (at != bytes.length) {
            throw new RowException("there is something behind the list", at);
        }
        return ends.build().toArray();
    }

    private void object(Listener listener) {
        int at = blank(0);
        if (at == bytes.length || bytes[at] != '{') {
            throw new RowException("it does not begin with '{'", at);
        }
        at = blank(at + 1);
        if (peek(at) == '}') {
            at++;
        } else {
            while (true) {
                int end = listener.knownName(bytes, at);
                if (end < 0) {
                    end = name(at);
                    listener.name(bytes, at + 1, end - 1, escaped);
                }
                at = blank(end);
                expect(at, ':');
                at = blank(at + 1);
                end = value(at, 1);
                listener.value(at, end);
                at = blank(end);
                byte next = peek(at);
                at++;
                if (next == '}') {
                    break;
                } else if (next != ',') {
                    throw new RowException("',' or '}' expected", at - 1);
                }
                at = blank(at);
            }
        }
        at = blank(at);
        if (at != bytes.length) {
            throw new RowException("there is something behind the object", at);
        }
    }

    private int name(int at) {
        if (peek(at) != '"') {
            throw new RowException("a name in quotes expected", at);
        }
        return string(at);
    }

    private int value(int at, int depth) {
        byte first = peek(at);
        switch (first) {
            case '"':
                return string(at);
            case '{':
                return nested(at, depth, true);
            case '[':
                return nested(at, depth, false);
            case 't':
                return word(at, "true");
            case 'f':
                return word(at, "false");
            case 'n':
                return word(at, "null");
            default:
                return number(at);
        }
    }

    private int nested(int start, int depth, boolean object) {
        if (depth >= MAX_DEPTH) {
            throw new RowException("it is nested more than " + MAX_DEPTH + " deep", start);
        }
        byte close = (byte) (object ? '}' : ']');
        int at = blank(start + 1);
        if (peek(at) == close) {
            return at + 1;
        }
        while (true) {
            if (object) {
                at = blank(name(at));
                expect(at, ':');
                at = blank(at + 1);
            }
            at = blank(value(at, depth + 1));
            byte next = peek(at);
            at++;
            if (next == close) {
                return at;
            } else if (next != ',') {
                throw new RowException("',' or '" + (char) close + "' expected", at - 1);
            }
            at = blank(at);
        }
    }

    /** Goes over a string; returns where it ends, behind the closing quote. */
    private int string(int start) {
        escaped = false;
        int at = plain(start + 1);
        while (at < bytes.length) {
            byte b = bytes[at];
            if (b == '"') {
                return at + 1;
            } else if (b == '\\') {
                escaped = true;
                at = plain(escape(at));
            } else if (b >= 0x20) {
                at++;
            } else if (b >= 0) {
                throw new RowException("a control character in a string", at);
            } else {
                at = multibyte(at);
            }
        }
        throw new RowException("a string does not end", start);
    }

    /**
     * Goes over characters of ASCII that stand for themselves, eight at a time; returns where another one may be. A byte is
     * found by its top bit after a subtraction, as a byte that is zero can be; what is borrowed from the next byte makes only
     * those above the first one look alike.
     */
    private int plain(int from) {
        int at = from;
        while (at <= bytes.length - Long.BYTES) {
            long word = (long) WORDS.get(bytes, at);
            long quotes = word ^ '"' * ONES;
            long escapes = word ^ '\\' * ONES;
            long others = (((quotes - ONES) & ~quotes)
                            | ((escapes - ONES) & ~escapes)
                            | ((word - 0x20 * ONES) & ~word)
                            | word)
                    & TOPS;
            if (others != 0) {
                return at + (Long.numberOfTrailingZeros(others) >>> 3);
            }
            at += Long.BYTES;
        }
        return at;
    }

    private int escape(int at) {
        byte kind = peek(at + 1);
        if (kind == 'u') {
            for (int i = at + 2; i < at + 6; i++) {
                if (JsonDecoder.hex(peek(i)) < 0) {
                    throw new RowException("\\u needs four hexadecimal digits", at);
                }
            }
            return at + 6;
        } else if ("\"\\/bfnrt".indexOf(kind) < 0) {
            throw new RowException("an unknown escape", at);
        }
        return at + 2;
    }

    /** The well-formed sequences of UTF-8: no overlong form, no surrogates, nothing beyond U+10FFFF. */
    private int multibyte(int at) {
        int first = bytes[at] & 0xff;
        int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
        if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) {
            throw new RowException("malformed UTF-8", at);
        }
        int second = bytes[at + 1] & 0xff;
        int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        int most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        boolean ok = second >= least && second <= most;
        for (int i = at + 2; i < at + length; i++) {
            ok &= (bytes[i] & 0xc0) == 0x80;
        }
        if (!ok) {
            throw new RowException("malformed UTF-8", at);
        }
        return at + length;
    }

    private int word(int start, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (start + i >= bytes.length || bytes[start + i] != word.charAt(i)) {
                throw new RowException("a value expected", start);
            }
        }
        return start + word.length();
    }

    private int number(int start) {
        int at = start;
        if (peek(at) == '-') {
            at++;
        }
        if (at < bytes.length && bytes[at] == '0') {
            at++;
        } else {
            at = digits(at, start);
        }
        if (at < bytes.length && bytes[at] == '.') {
            at = digits(at + 1, start);
        }
        if (at < bytes.length && (bytes[at] | 0x20) == 'e') {
            at++;
            if (at < bytes.length && (bytes[at] == '+' || bytes[at] == '-')) {
                at++;
            }
            at = digits(at, start);
        }
        return at;
    }

    private int digits(int from, int start) {
        int at = from;
        while (at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        if (at == from) {
            throw new RowException("a value expected", start);
        }
        return at;
    }

    private int blank(int from) {
        int at = from;
        while (at < bytes.length && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t')) {
            at++;
        }
        return at;
    }

    private byte peek(int at) {
        if (at >= bytes.length) {
            throw new RowException("it ends too early", bytes.length);
        }
        return bytes[at];
    }

    private void expect(int at, char wanted) {
        if (peek(at) != wanted) {
            throw new RowException("'" + wanted + "' expected", at);
        }
    }
}
