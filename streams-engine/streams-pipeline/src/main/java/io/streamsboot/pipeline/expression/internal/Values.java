package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes values of what is nearly one, and names them in messages. */
public final class Values {

    /** Decimals have 34 digits, rounded half to even. */
    public static final MathContext DECIMAL = MathContext.DECIMAL128;

    private static final int SHOWN = 40;
    private static final int MAX_DEPTH = 200;

    /** Powers of ten beyond which a decimal overflows, as in IEEE 754 decimal128. */
    private static final int MAX_EXPONENT = 6144;

    private Values() {}

    /** Whether a decimal is neither too large nor too small. */
    public static boolean isInRange(BigDecimal value) {
        long exponent = (long) value.precision() - value.scale() - 1;
        return value.signum() == 0
                ? Math.abs((long) value.scale()) <= 2L * MAX_EXPONENT
                : Math.abs(exponent) <= MAX_EXPONENT;
    }

    /** A decimal of 34 digits. */
    public static BigDecimal decimal(BigDecimal value) {
        BigDecimal rounded = value.round(DECIMAL);
        if (!isInRange(rounded)) {
            throw new EvaluationException(
                    Reason.OVERFLOW, "a decimal must be within 1e±" + MAX_EXPONENT + ", but is " + rounded);
        }
        return rounded;
    }

    /** The value that a Java object stands for: integers become 64 bits wide, floats double. */
    public static @Nullable Object normalize(@Nullable Object value) {
        return normalize(value, 0);
    }

    private static @Nullable Object normalize(@Nullable Object value, int depth) {
        if (value == null
                || value instanceof Long
                || value instanceof String
                || value instanceof Double
                || value instanceof Boolean) {
            return value;
        } else if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        } else if (value instanceof Float number) {
            return number.doubleValue();
        } else if (value instanceof BigDecimal number) {
            return decimal(number);
        } else if (value instanceof BigInteger number) {
            return number.bitLength() < Long.SIZE ? (Object) number.longValue() : decimal(new BigDecimal(number));
        } else if (depth >= MAX_DEPTH) {
            throw new EvaluationException(Reason.DOMAIN, "a value is nested more than " + MAX_DEPTH + " deep");
        } else if (value instanceof List<?> list) {
            return normalizeList(list, depth);
        } else if (value instanceof Map<?, ?> map) {
            return normalizeMap(map, depth);
        }
        throw new EvaluationException(
                Reason.TYPE, "a " + value.getClass().getName() + " is no value that an expression knows");
    }

    private static List<@Nullable Object> normalizeList(List<?> list, int depth) {
        List<@Nullable Object> result = new ArrayList<>(list.size());
        for (Object element : list) {
            result.add(normalize(element, depth + 1));
        }
        return result;
    }

    private static Map<String, @Nullable Object> normalizeMap(Map<?, ?> map, int depth) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            result.put(String.valueOf(entry.getKey()), normalize(entry.getValue(), depth + 1));
        }
        return result;
    }

    /** "the integer 5", "the string 'abc…'", "a list of 3". */
    public static String describe(@Nullable Object value) {
        if (value == null) {
            return "null";
        } else if (value instanceof String text) {
            return "the string '" + (text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…") + "'";
        } else if (value instanceof List<?> list) {
            return "a list of " + list.size();
        } else if (value instanceof Map<?, ?> map) {
            return "an object of " + map.size();
        }
        return "the " + Kinds.toSet(Kinds.of(value)).iterator().next().label() + " " + value;
    }
}
