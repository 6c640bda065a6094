package io.streamsboot.pipeline.expression.internal.library;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.ValueKind;
import io.streamsboot.pipeline.expression.internal.Builtin;
import io.streamsboot.pipeline.expression.internal.Comparisons;
import io.streamsboot.pipeline.expression.internal.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is null, of which kind a value is, and conversions between kinds. */
final class LogicFunctions {

    static final Builtin COALESCE = Builtin.of(
                    "coalesce(values...: any): any",
                    "The first value that is not null. Those behind it are not evaluated.",
                    (a, cost) -> {
                        throw new IllegalStateException("evaluated by the expression itself");
                    },
                    "coalesce(null, 2, 3)",
                    "2")
            .takingNulls();

    static final List<Builtin> ALL = List.of(
            COALESCE,
            Builtin.of(
                            "isNull(value: any): boolean",
                            "Whether a value is null.",
                            (a, cost) -> a[0] == null,
                            "isNull(null)",
                            "true")
                    .takingNulls(),
            Builtin.of(
                            "nullIf(value: any, other: any): any",
                            "The value, or null if it equals the other.",
                            (a, cost) -> Comparisons.same(a[0], a[1], cost) ? null : a[0],
                            "nullIf('', '')",
                            "null")
                    .takingNulls(),
            Builtin.of(
                            "kind(value: any): string",
                            "The name of a value's kind: null, boolean, integer, double, decimal, string, list or object.",
                            (a, cost) -> ValueKind.of(a[0]).label(),
                            "kind(1.5)",
                            "'double'")
                    .takingNulls(),
            Builtin.of(
                    "integer(value: number|string|boolean): integer",
                    "An integer from a number without a fraction, from text, or 1 for true and 0 for false.",
                    (a, cost) -> integer(Arguments.given(a, 0)),
                    "integer('42')",
                    "42"),
            Builtin.of(
                    "double(value: number|string): double",
                    "A double from a number or from text.",
                    (a, cost) -> toDouble(Arguments.given(a, 0)),
                    "double('1e3')",
                    "1000.0"),
            Builtin.of(
                    "decimal(value: number|string): decimal",
                    "A decimal of at most 34 digits from a number (a double by its shortest text) or from text.",
                    (a, cost) -> decimal(Arguments.given(a, 0)),
                    "decimal('0.1') + decimal('0.2')",
                    "decimal('0.3')"),
            Builtin.of(
                    "string(value: any): string",
                    "The text of a number, a boolean or a string; of a list or an object, its JSON.",
                    (a, cost) -> string(Arguments.given(a, 0), cost),
                    "string(1.5)",
                    "'1.5'"),
            Builtin.of(
                    "boolean(value: string|integer): boolean",
                    "A boolean from 'true', 'false', 1 or 0.",
                    (a, cost) -> bool(Arguments.given(a, 0)),
                    "boolean('true')",
                    "true"));

    private static final int MAX_NUMBER_TEXT = 400;

    private LogicFunctions() {}

    static Long integer(Object value) {
        if (value instanceof Long integer) {
            return integer;
        } else if (value instanceof Boolean known) {
            return known ? 1L : 0L;
        }
        BigDecimal number = value instanceof String text ? parse(text, "an integer") : Arguments.decimal(value);
        if (number.signum() != 0 && (long) number.precision() - number.scale() > 19) {
            throw Arguments.overflow(number + " does not fit in 64 bits");
        }
        try {
            return number.setScale(0, RoundingMode.UNNECESSARY).longValueExact();
        } catch (ArithmeticException e) {
            if (number.stripTrailingZeros().scale() > 0) {
                throw Arguments.domain(number + " has a fraction; round it first");
            }
            throw Arguments.overflow(number + " does not fit in 64 bits");
        }
    }

    static Double toDouble(Object value) {
        if (value instanceof String text) {
            return Arguments.finite(parse(text, "a double").doubleValue(), "'" + text + "'");
        }
        return value instanceof Double number
                ? number
                : Arguments.finite(((Number) value).doubleValue(), String.valueOf(value));
    }

    static BigDecimal decimal(Object value) {
        return Values.decimal(value instanceof String text ? parse(text, "a decimal") : Arguments.decimal(value));
    }

    private static BigDecimal parse(String text, String wanted) {
        String number = text.strip();
        try {
            if (number.length() > MAX_NUMBER_TEXT) {
                throw new NumberFormatException("too long");
            }
            BigDecimal parsed = new BigDecimal(number);
            return Math.abs((long) parsed.scale()) > MAX_NUMBER_TEXT * 100L ? Values.decimal(parsed) : parsed;
        } catch (NumberFormatException e) {
            throw Arguments.domain(Values.describe(text) + " is not " + wanted);
        }
    }

    static Boolean bool(Object value) {
        if (value.equals("true") || value.equals(1L)) {
            return true;
        } else if (value.equals("false") || value.equals(0L)) {
            return false;
        }
        throw Arguments.domain(Values.describe(value) + " is not a boolean");
    }

    static String string(Object value, CostMeter cost) {
        if (value instanceof String text) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        if (value instanceof List<?> || value instanceof Map<?, ?>) {
            json(value, out, cost);
        } else {
            out.append(value);
        }
        return out.toString();
    }

    private static void json(@Nullable Object value, StringBuilder out, CostMeter cost) {
        cost.charge(1);
        if (value instanceof String text) {
            cost.charge(text.length());
            quote(text, out);
        } else if (value instanceof List<?> list) {
            out.append('[');
            String separator = "";
            for (Object element : list) {
                out.append(separator);
                json(element, out, cost);
                separator = ",";
            }
            out.append(']');
        } else if (value instanceof Map<?, ?> object) {
            out.append('{');
            String separator = "";
            for (Map.Entry<?, ?> entry : object.entrySet()) {
                out.append(separator);
                quote(String.valueOf(entry.getKey()), out);
                out.append(':');
                json(entry.getValue(), out, cost);
                separator = ",";
            }
            out.append('}');
        } else {
            out.append(value);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
