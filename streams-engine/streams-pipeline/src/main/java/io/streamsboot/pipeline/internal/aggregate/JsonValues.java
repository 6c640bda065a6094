package io.streamsboot.pipeline.internal.aggregate;

import io.streamsboot.pipeline.expression.internal.Comparisons;
import io.streamsboot.pipeline.expression.internal.Values;
import io.streamsboot.pipeline.row.internal.JsonDecoder;
import io.streamsboot.pipeline.row.internal.JsonWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Values as JSON, and their order. */
public final class JsonValues {

    /**
     * Booleans, then numbers by their exact values, then strings by code points. Of equal numbers the one with the smaller
     * text comes first, so that the order is total.
     */
    public static final Comparator<Object> ORDER = JsonValues::compare;

    private JsonValues() {}

    /** Whether values of this kind have an order. */
    public static boolean isOrdered(Object value) {
        return value instanceof Boolean || value instanceof Number || value instanceof String;
    }

    private static int compare(Object a, Object b) {
        int kinds = Integer.compare(rank(a), rank(b));
        if (kinds != 0) {
            return kinds;
        } else if (a instanceof Boolean x) {
            return x.compareTo((Boolean) b);
        } else if (a instanceof Number x) {
            int order = Comparisons.compare(x, (Number) b);
            return order == 0 ? a.toString().compareTo(b.toString()) : order;
        }
        return Comparisons.compareText((String) a, (String) b);
    }

    private static int rank(Object value) {
        return value instanceof Boolean ? 0 : value instanceof Number ? 1 : 2;
    }

    /** A value as JSON. */
    public static byte[] write(@Nullable Object value) {
        JsonWriter writer = new JsonWriter();
        writer.value(value);
        return writer.toByteArray();
    }

    /** The value of JSON. */
    public static @Nullable Object read(byte[] json) {
        return JsonDecoder.decode(json, 0, json.length);
    }

    /** The one form that equal values have: 1 for 1.0, and the fields of objects in order. */
    public static @Nullable Object canonical(@Nullable Object value) {
        if (value instanceof Double number) {
            return canonical(new BigDecimal(number));
        } else if (value instanceof BigDecimal number) {
            return number(number);
        } else if (value instanceof List<?> list) {
            List<@Nullable Object> elements = new ArrayList<>();
            list.forEach(element -> elements.add(canonical(element)));
            return elements;
        } else if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> fields = new TreeMap<>();
            map.forEach((name, field) -> fields.put(String.valueOf(name), canonical(field)));
            return fields;
        }
        return value;
    }

    private static Object number(BigDecimal number) {
        BigDecimal plain = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        if (plain.scale() <= 0 && plain.precision() - plain.scale() <= 19) {
            BigInteger whole = plain.toBigInteger();
            if (whole.bitLength() < Long.SIZE) {
                return whole.longValue();
            }
        }
        double near = number.doubleValue();
        return Double.isFinite(near) && new BigDecimal(near).compareTo(number) == 0
                ? (Object) near
                : number.round(Values.DECIMAL);
    }
}
