package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Into lists and objects, and lists and objects themselves. Generated code calls these methods. */
public final class Access {

    private Access() {}

    /** {@code target[index]}: null if there is no such element. */
    public static @Nullable Object index(@Nullable Object target, @Nullable Object index, int position) {
        if (target == null || index == null) {
            return null;
        } else if (target instanceof List<?> list && index instanceof Long i) {
            return i >= 0 && i < list.size() ? list.get(i.intValue()) : null;
        } else if (target instanceof Map<?, ?> object && index instanceof String name) {
            return object.get(name);
        }
        throw new EvaluationException(
                Reason.TYPE,
                "[ ] needs a list and an integer, or an object and a string, but got " + Values.describe(target)
                        + " and " + Values.describe(index),
                position,
                null);
    }

    /** {@code target.name}: null if there is no such field. */
    public static @Nullable Object field(@Nullable Object target, String name, int position) {
        if (target instanceof Map<?, ?> object) {
            return object.get(name);
        } else if (target == null) {
            return null;
        }
        throw new EvaluationException(
                Reason.TYPE, "'." + name + "' needs an object, but got " + Values.describe(target), position, null);
    }

    /** {@code [a, b]}. */
    public static List<@Nullable Object> list(@Nullable Object[] items, CostMeter cost) {
        cost.charge(items.length);
        return Collections.unmodifiableList(Arrays.asList(items));
    }

    /** {@code {a: 1, b: 2}}; of equal names the last counts. */
    public static Map<String, @Nullable Object> object(List<String> names, @Nullable Object[] values, CostMeter cost) {
        cost.charge(values.length);
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            object.put(names.get(i), values[i]);
        }
        return Collections.unmodifiableMap(object);
    }
}
