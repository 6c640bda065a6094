package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons. Numbers of different kinds compare by their exact values, strings by code points; NaN equals nothing and
 * has no order. Null equals null and nothing else, and has no order: the result is then unknown. Generated code calls these
 * methods.
 */
public final class Comparisons {

    /** What {@link #compare} returns when a NaN takes part. */
    public static final int UNORDERED = 2;

    /** Characters of a text that are compared for nothing. */
    static final int FREE = 64;

    private Comparisons() {}

    /** {@code a == b}. */
    public static int equal(@Nullable Object a, @Nullable Object b, int position, CostMeter cost) {
        return Logic.of(same(a, b, cost));
    }

    /** {@code a != b}: always the opposite of {@code a == b}. */
    public static int notEqual(@Nullable Object a, @Nullable Object b, int position, CostMeter cost) {
        return Logic.of(!same(a, b, cost));
    }

    /** {@code a < b}. */
    public static int less(@Nullable Object a, @Nullable Object b, int position, CostMeter cost) {
        if (a instanceof Long x && b instanceof Long y) {
            return Logic.of((long) x < (long) y);
        } else if (a == null || b == null) {
            return Logic.UNKNOWN;
        }
        return Logic.of(order(a, "<", b, position, cost) == -1);
    }

    /** {@code a <= b}. */
    public static int lessOrEqual(@Nullable Object a, @Nullable Object b, int position, CostMeter cost) {
        if (a instanceof Long x && b instanceof Long y) {
            return Logic.of((long) x <= (long) y);
        } else if (a == null || b == null) {
            return Logic.UNKNOWN;
        }
        return Logic.of(order(a, "<=", b, position, cost) <= 0);
    }

    /** {@code a > b}. */
    public static int greater(@Nullable Object a, @Nullable Object b, int position, CostMeter cost) {
        if (a instanceof Long x && b instanceof Long y) {
            return Logic.of((long) x > (long) y);
        } else if (a == null || b == null) {
            return Logic.UNKNOWN;
        }
        return Logic.of(order(a, ">", b, position, cost) == 1);
    }

    /** {@code a >= b}. */
    public static int greaterOrEqual(@Nullable Object a, @Nullable Object b, int position, CostMeter cost) {
        if (a instanceof Long x && b instanceof Long y) {
            return Logic.of((long) x >= (long) y);
        } else if (a == null || b == null) {
            return Logic.UNKNOWN;
        }
        int order = order(a, ">=", b, position, cost);
        return Logic.of(order == 0 || order == 1);
    }

    /** {@code a in b}: an element of a list, or a name of an object. */
    public static int in(@Nullable Object a, @Nullable Object b, int position, CostMeter cost) {
        if (a == null || b == null) {
            return Logic.UNKNOWN;
        } else if (b instanceof List<?> list) {
            cost.charge(list.size());
            for (Object element : list) {
                if (same(a, element, cost)) {
                    return Logic.TRUE;
                }
            }
            return Logic.FALSE;
        } else if (b instanceof Map<?, ?> object && a instanceof String name) {
            return Logic.of(object.containsKey(name));
        }
        throw new EvaluationException(
                Reason.TYPE,
                "'in' needs a list, or a string and an object, but got " + Values.describe(a) + " in "
                        + Values.describe(b),
                position,
                null);
    }

    /** Whether two values are equal. */
    public static boolean same(@Nullable Object a, @Nullable Object b, CostMeter cost) {
        if (a == null || b == null) {
            return a == null && b == null;
        } else if (a instanceof Number x && b instanceof Number y) {
            return compare(x, y) == 0;
        } else if (a instanceof String x && b instanceof String y) {
            chargeText(x, y, cost);
            return x.equals(y);
        } else if (a instanceof List<?> x && b instanceof List<?> y) {
            return sameLists(x, y, cost);
        } else if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
            return sameObjects(x, y, cost);
        }
        return a instanceof Boolean && a.equals(b);
    }

    private static boolean sameLists(List<?> x, List<?> y, CostMeter cost) {
        if (x.size() != y.size()) {
            return false;
        }
        cost.charge(x.size());
        Iterator<?> others = y.iterator();
        for (Object element : x) {
            if (!same(element, others.next(), cost)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameObjects(Map<?, ?> x, Map<?, ?> y, CostMeter cost) {
        if (x.size() != y.size()) {
            return false;
        }
        cost.charge(x.size());
        for (Map.Entry<?, ?> entry : x.entrySet()) {
            if (!y.containsKey(entry.getKey()) || !same(entry.getValue(), y.get(entry.getKey()), cost)) {
                return false;
            }
        }
        return true;
    }

    private static int order(Object a, String operator, Object b, int position, CostMeter cost) {
        if (a instanceof Number x && b instanceof Number y) {
            return compare(x, y);
        } else if (a instanceof String x && b instanceof String y) {
            chargeText(x, y, cost);
            return compareText(x, y);
        }
        throw new EvaluationException(
                Reason.TYPE,
                "'" + operator + "' needs two numbers or two strings, but got " + Values.describe(a) + " and "
                        + Values.describe(b),
                position,
                null);
    }

    private static void chargeText(String x, String y, CostMeter cost) {
        int length = Math.min(x.length(), y.length());
        if (length > FREE) {
            cost.charge(length);
        }
    }

    /** The order of two numbers by their exact values: -1, 0, 1 or {@link #UNORDERED}. */
    public static int compare(Number a, Number b) {
        if (a instanceof Long x) {
            if (b instanceof Long y) {
                return Long.compare(x, y);
            } else if (b instanceof Double y) {
                return compareMixed(x, y);
            }
            return Integer.signum(BigDecimal.valueOf(x).compareTo((BigDecimal) b));
        } else if (a instanceof Double x) {
            if (b instanceof Double y) {
                return x < y ? -1 : x > y ? 1 : x.doubleValue() == y.doubleValue() ? 0 : UNORDERED;
            }
            int order = b instanceof Long y ? compareMixed(y, x) : compareMixed((BigDecimal) b, x);
            return order == UNORDERED ? UNORDERED : -order;
        } else if (b instanceof Double y) {
            return compareMixed((BigDecimal) a, y);
        }
        BigDecimal y = b instanceof Long integer ? BigDecimal.valueOf(integer) : (BigDecimal) b;
        return Integer.signum(((BigDecimal) a).compareTo(y));
    }

    private static int compareMixed(long x, double y) {
        if (y >= 0x1p63) {
            return -1;
        } else if (y < -0x1p63) {
            return 1;
        } else if (Double.isNaN(y)) {
            return UNORDERED;
        }
        long whole = (long) y;
        return x != whole ? Long.compare(x, whole) : Double.compare(0.0, y - (double) whole + 0.0);
    }

    private static int compareMixed(BigDecimal x, double y) {
        if (Double.isNaN(y)) {
            return UNORDERED;
        } else if (Double.isInfinite(y)) {
            return y > 0 ? -1 : 1;
        }
        return Integer.signum(x.compareTo(new BigDecimal(y)));
    }

    /** The order of two texts by code points: that of their UTF-8 bytes. */
    public static int compareText(String x, String y) {
        int length = Math.min(x.length(), y.length());
        for (int i = 0; i < length; i++) {
            char c = x.charAt(i);
            char d = y.charAt(i);
            if (c != d) {
                boolean surrogates = Character.isSurrogate(c) != Character.isSurrogate(d);
                return surrogates ? (Character.isSurrogate(c) ? 1 : -1) : c < d ? -1 : 1;
            }
        }
        return Integer.compare(x.length(), y.length());
    }
}
