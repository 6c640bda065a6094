package io.streamsboot.pipeline.row.internal;

import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes values of JSON bytes that {@link JsonScanner} has found to be well-formed. */
public final class JsonDecoder {

    private static final int MAX_DECIMAL_DIGITS = 34;
    private static final int MAX_SAFE_DIGITS = 18;
    private static final long MAX_EXACT = 1L << 53;
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private final byte[] bytes;
    private int at;

    private JsonDecoder(byte[] bytes, int at) {
        this.bytes = bytes;
        this.at = at;
    }

    /**
     * The value of a span: integers of 64 bits are integers, longer ones of up to 34 digits decimals, and numbers with a
     * fraction or an exponent doubles.
     *
     * @throws EvaluationException if a number is too large for that
     */
    public static @Nullable Object decode(byte[] bytes, int start, int end) {
        switch (bytes[start]) {
            case '"':
                return string(bytes, start + 1, end - 1);
            case 't':
                return true;
            case 'f':
                return false;
            case 'n':
                return null;
            case '{', '[':
                return new JsonDecoder(bytes, start).value();
            default:
                return number(bytes, start, end);
        }
    }

    private @Nullable Object value() {
        byte first = bytes[at];
        if (first == '{') {
            return object();
        } else if (first == '[') {
            return list();
        }
        int start = at;
        if (first == '"') {
            skipString();
        } else {
            while (at < bytes.length && ",]} \t\r\n".indexOf(bytes[at]) < 0) {
                at++;
            }
        }
        return decode(bytes, start, at);
    }

    private void skipString() {
        at++;
        while (bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        at++;
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        next();
        while (bytes[at] != '}') {
            int start = at + 1;
            skipString();
            String name = string(bytes, start, at - 1);
            blank();
            next();
            // Of equal names the last one counts, at its own place.
            object.remove(name);
            object.put(name, value());
            blank();
            if (bytes[at] == ',') {
                next();
            }
        }
        at++;
        return object;
    }

    private List<@Nullable Object> list() {
        List<@Nullable Object> list = new ArrayList<>();
        next();
        while (bytes[at] != ']') {
            list.add(value());
            blank();
            if (bytes[at] == ',') {
                next();
            }
        }
        at++;
        return list;
    }

    private void next() {
        at++;
        blank();
    }

    private void blank() {
        while (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t') {
            at++;
        }
    }

    /** The text between quotes. */
    public static String string(byte[] bytes, int start, int end) {
        int escape = start;
        while (escape < end && bytes[escape] != '\\') {
            escape++;
        }
        if (escape == end) {
            return new String(bytes, start, end - start, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(end - start);
        int from = start;
        while (escape < end) {
            text.append(new String(bytes, from, escape - from, StandardCharsets.UTF_8));
            from = unescape(bytes, escape, text);
            escape = from;
            while (escape < end && bytes[escape] != '\\') {
                escape++;
            }
        }
        return text.append(new String(bytes, from, end - from, StandardCharsets.UTF_8))
                .toString();
    }

    private static int unescape(byte[] bytes, int at, StringBuilder text) {
        byte kind = bytes[at + 1];
        if (kind == 'u') {
            int code = 0;
            for (int i = at + 2; i < at + 6; i++) {
                code = (code << 4) | hex(bytes[i]);
            }
            text.append((char) code);
            return at + 6;
        }
        text.append(
                switch (kind) {
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    default -> (char) kind;
                });
        return at + 2;
    }

    /** The value of a hexadecimal digit, -1 if it is none. */
    static int hex(byte digit) {
        return Character.digit(digit, 16);
    }

    private static Object number(byte[] bytes, int start, int end) {
        boolean negative = bytes[start] == '-';
        int at = negative ? start + 1 : start;
        long digits = 0;
        int count = 0;
        int fraction = -1;
        for (; at < end && count <= MAX_SAFE_DIGITS; at++) {
            byte b = bytes[at];
            if (b == '.') {
                fraction = 0;
            } else if (b >= '0' && b <= '9') {
                digits = digits * 10 + b - '0';
                count++;
                fraction += fraction >= 0 ? 1 : 0;
            } else {
                break;
            }
        }
        if (at == end && count <= MAX_SAFE_DIGITS) {
            if (fraction < 0) {
                return negative ? -digits : digits;
            } else if (digits <= MAX_EXACT && fraction < POWERS.length) {
                double value = digits / POWERS[fraction];
                return negative ? -value : value;
            }
        }
        return slowNumber(new String(bytes, start, end - start, StandardCharsets.ISO_8859_1));
    }

    private static Object slowNumber(String text) {
        boolean integer = text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
        if (integer) {
            if (text.length() > MAX_DECIMAL_DIGITS + 1) {
                throw tooLarge(text);
            }
            BigDecimal number = new BigDecimal(text);
            if (number.precision() > MAX_DECIMAL_DIGITS) {
                throw tooLarge(text);
            }
            try {
                return number.longValueExact();
            } catch (ArithmeticException e) {
                return number;
            }
        }
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            throw tooLarge(text);
        }
        return value;
    }

    private static EvaluationException tooLarge(String text) {
        String shown = text.length() <= 40 ? text : text.substring(0, 40) + "…";
        return new EvaluationException(Reason.OVERFLOW, "the number " + shown + " in the row is too large");
    }
}
