package io.streamsboot.pipeline.expression.internal.library;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads arguments whose kinds were checked. */
final class Arguments {

    private Arguments() {}

    /** A text whose characters are charged for. */
    static String text(@Nullable Object[] arguments, int index, CostMeter cost) {
        String text = (String) given(arguments, index);
        cost.charge(text.length());
        return text;
    }

    static String shortText(@Nullable Object[] arguments, int index) {
        return (String) given(arguments, index);
    }

    static long integer(@Nullable Object[] arguments, int index) {
        return (Long) given(arguments, index);
    }

    /** An integer within bounds that the function is defined for. */
    static int integer(@Nullable Object[] arguments, int index, String name, int least, int most) {
        long value = integer(arguments, index);
        if (value < least || value > most) {
            throw domain(name + " must be from " + least + " to " + most + ", but is " + value);
        }
        return (int) value;
    }

    static double number(@Nullable Object[] arguments, int index) {
        Object value = given(arguments, index);
        return value instanceof Double number ? number : ((Number) value).doubleValue();
    }

    static BigDecimal decimal(Object number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        } else if (number instanceof Long integer) {
            return BigDecimal.valueOf(integer);
        }
        double value = (Double) number;
        if (!Double.isFinite(value)) {
            throw domain("there is no decimal for " + value);
        }
        return BigDecimal.valueOf(value);
    }

    /** A list whose elements are charged for. */
    static List<?> list(@Nullable Object[] arguments, int index, CostMeter cost) {
        List<?> list = (List<?>) given(arguments, index);
        cost.charge(list.size());
        return list;
    }

    static Map<?, ?> object(@Nullable Object[] arguments, int index, CostMeter cost) {
        Map<?, ?> object = (Map<?, ?>) given(arguments, index);
        cost.charge(object.size());
        return object;
    }

    static Object given(@Nullable Object[] arguments, int index) {
        Object value = arguments[index];
        if (value == null) {
            throw new IllegalStateException("argument " + index + " was not checked");
        }
        return value;
    }

    static Double finite(double value, String what) {
        if (Double.isInfinite(value)) {
            throw new EvaluationException(Reason.OVERFLOW, what + " is beyond the range of a double");
        } else if (Double.isNaN(value)) {
            throw domain(what + " is not defined");
        }
        return value;
    }

    static EvaluationException domain(String message) {
        return new EvaluationException(Reason.DOMAIN, message);
    }

    static EvaluationException overflow(String message) {
        return new EvaluationException(Reason.OVERFLOW, message);
    }
}
