package io.streamsboot.pipeline.expression.internal.library;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import io.streamsboot.pipeline.expression.internal.Arithmetic;
import io.streamsboot.pipeline.expression.internal.Builtin;
import io.streamsboot.pipeline.expression.internal.Comparisons;
import io.streamsboot.pipeline.expression.internal.Values;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists and objects. None is changed; every function makes a new one. */
final class ListFunctions {

    static final List<Builtin> ALL = List.of(
            Builtin.of(
                    "size(value: list|object): integer",
                    "The number of elements or fields.",
                    (a, cost) -> (long)
                            (a[0] instanceof List<?> list ? list.size() : ((Map<?, ?>) Arguments.given(a, 0)).size()),
                    "size([1, 2])",
                    "2"),
            Builtin.of(
                    "first(values: list): any",
                    "The first element, null if there is none.",
                    (a, cost) -> element(a, true),
                    "first([1, 2])",
                    "1"),
            Builtin.of(
                    "last(values: list): any",
                    "The last element, null if there is none.",
                    (a, cost) -> element(a, false),
                    "last([1, 2])",
                    "2"),
            Builtin.of(
                    "slice(values: list, start: integer, end?: integer): list",
                    "The elements from a position to before another. What lies outside of the list is left out.",
                    (a, cost) -> slice(
                            Arguments.list(a, 0, cost),
                            Arguments.integer(a, 1),
                            a.length > 2 ? Arguments.integer(a, 2) : Long.MAX_VALUE),
                    "slice([1, 2, 3], 1)",
                    "[2, 3]"),
            Builtin.of(
                            "append(values: list, more...: any): list",
                            "A list and more elements behind it. Null for a list that is null.",
                            ListFunctions::append,
                            "append([1], 2, null)",
                            "[1, 2, null]")
                    .takingNulls(),
            Builtin.of(
                    "reverse(values: list): list",
                    "From the last to the first.",
                    (a, cost) -> reverse(Arguments.list(a, 0, cost)),
                    "reverse([1, 2])",
                    "[2, 1]"),
            Builtin.of(
                    "sort(values: list): list",
                    "Numbers or strings in ascending order, nulls behind them.",
                    (a, cost) -> sort(Arguments.list(a, 0, cost), cost),
                    "sort([3, null, 1.5])",
                    "[1.5, 3, null]"),
            Builtin.of(
                    "distinct(values: list): list",
                    "Each value once, in the order of its first occurrence.",
                    (a, cost) -> distinct(Arguments.list(a, 0, cost), cost),
                    "distinct([1, 1.0, 2])",
                    "[1, 2]"),
            Builtin.of(
                    "flatten(values: list): list",
                    "The elements of the lists in a list, one level deep.",
                    (a, cost) -> flatten(Arguments.list(a, 0, cost), cost),
                    "flatten([[1], 2, [3, [4]]])",
                    "[1, 2, 3, [4]]"),
            Builtin.of(
                    "sum(values: list): number",
                    "The sum of numbers, without nulls; 0 if there are none.",
                    (a, cost) -> sum(Arguments.list(a, 0, cost), cost),
                    "sum([1, 2.5, null])",
                    "3.5"),
            Builtin.of(
                    "avg(values: list): number",
                    "The mean of numbers, without nulls; null if there are none.",
                    (a, cost) -> average(Arguments.list(a, 0, cost), cost),
                    "avg([1, 2, null])",
                    "1.5"),
            Builtin.of(
                    "range(from: integer, until: integer): list",
                    "The integers from one to before another.",
                    (a, cost) -> range(Arguments.integer(a, 0), Arguments.integer(a, 1), cost),
                    "range(1, 4)",
                    "[1, 2, 3]"),
            Builtin.of(
                    "keys(value: object): list",
                    "The names of the fields.",
                    (a, cost) -> new ArrayList<>(Arguments.object(a, 0, cost).keySet()),
                    "keys({a: 1})",
                    "['a']"),
            Builtin.of(
                    "values(value: object): list",
                    "The values of the fields.",
                    (a, cost) -> new ArrayList<>(Arguments.object(a, 0, cost).values()),
                    "values({a: 1})",
                    "[1]"),
            Builtin.of(
                    "merge(values...: object): object",
                    "The fields of all objects; of equal names the last counts.",
                    ListFunctions::merge,
                    "merge({a: 1}, {a: 2, b: 3})",
                    "{a: 2, b: 3}"),
            Builtin.of(
                    "without(value: object, names...: string): object",
                    "An object without some of its fields.",
                    ListFunctions::without,
                    "without({a: 1, b: 2}, 'a')",
                    "{b: 2}"));

    private ListFunctions() {}

    private static @Nullable Object element(@Nullable Object[] a, boolean first) {
        List<?> list = (List<?>) Arguments.given(a, 0);
        return list.isEmpty() ? null : list.get(first ? 0 : list.size() - 1);
    }

    private static Object slice(List<?> list, long start, long end) {
        int from = (int) Math.min(list.size(), Math.max(0, start));
        int to = (int) Math.min(list.size(), Math.max(from, end));
        return new ArrayList<>(list.subList(from, to));
    }

    private static @Nullable Object append(@Nullable Object[] a, CostMeter cost) {
        if (a[0] == null) {
            return null;
        }
        List<@Nullable Object> all = new ArrayList<>(Arguments.list(a, 0, cost));
        for (int i = 1; i < a.length; i++) {
            all.add(a[i]);
        }
        return all;
    }

    private static Object reverse(List<?> list) {
        List<@Nullable Object> reversed = new ArrayList<>(list);
        Collections.reverse(reversed);
        return reversed;
    }

    private static Object sort(List<?> list, CostMeter cost) {
        cost.charge((long) list.size() * (Integer.SIZE - Integer.numberOfLeadingZeros(list.size())));
        List<Object> sorted = new ArrayList<>();
        for (Object element : list) {
            if (element instanceof Double number && number.isNaN()) {
                throw Arguments.domain("NaN has no place in an order");
            } else if (element != null) {
                sorted.add(element);
            }
        }
        boolean texts = !sorted.isEmpty() && sorted.get(0) instanceof String;
        for (Object element : sorted) {
            if (!(texts ? element instanceof String : element instanceof Number)) {
                throw new EvaluationException(
                        Reason.TYPE,
                        "numbers or strings can be sorted, but not " + Values.describe(sorted.get(0)) + " beside "
                                + Values.describe(element));
            }
        }
        if (texts) {
            sorted.sort((x, y) -> {
                cost.charge(Math.min(((String) x).length(), ((String) y).length()));
                return Comparisons.compareText((String) x, (String) y);
            });
        } else {
            sorted.sort((x, y) -> Comparisons.compare((Number) x, (Number) y));
        }
        List<@Nullable Object> all = new ArrayList<>(sorted);
        while (all.size() < list.size()) {
            all.add(null);
        }
        return all;
    }

    private static Object distinct(List<?> list, CostMeter cost) {
        Set<@Nullable Object> seen = new HashSet<>();
        List<@Nullable Object> distinct = new ArrayList<>();
        for (Object element : list) {
            if (seen.add(canonical(element, cost))) {
                distinct.add(element);
            }
        }
        return distinct;
    }

    /** An object that is equal to that of another value if and only if the values are. */
    private static @Nullable Object canonical(@Nullable Object value, CostMeter cost) {
        cost.charge(1);
        if (value instanceof Long number) {
            return BigDecimal.valueOf(number).stripTrailingZeros();
        } else if (value instanceof Double number) {
            return number.isNaN()
                    ? new Object()
                    : number.isInfinite() ? number : (Object) new BigDecimal(number).stripTrailingZeros();
        } else if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros();
        } else if (value instanceof String text) {
            cost.charge(text.length());
        } else if (value instanceof List<?> list) {
            List<@Nullable Object> elements = new ArrayList<>(list.size());
            list.forEach(element -> elements.add(canonical(element, cost)));
            return elements;
        } else if (value instanceof Map<?, ?> object) {
            Map<@Nullable Object, @Nullable Object> fields = new HashMap<>();
            object.forEach((name, field) -> fields.put(name, canonical(field, cost)));
            return fields;
        }
        return value;
    }

    private static Object flatten(List<?> list, CostMeter cost) {
        List<@Nullable Object> flat = new ArrayList<>();
        for (Object element : list) {
            if (element instanceof List<?> inner) {
                cost.charge(inner.size());
                flat.addAll(inner);
            } else {
                flat.add(element);
            }
        }
        return flat;
    }

    private static Object sum(List<?> list, CostMeter cost) {
        Object sum = 0L;
        for (Object element : list) {
            if (element != null) {
                sum = number(Arithmetic.add(sum, number(element), -1, cost));
            }
        }
        return sum;
    }

    private static @Nullable Object average(List<?> list, CostMeter cost) {
        long count = list.stream().filter(element -> element != null).count();
        return count == 0 ? null : Arithmetic.divide(sum(list, cost), count, -1);
    }

    private static Object number(@Nullable Object value) {
        if (value instanceof Number) {
            return value;
        }
        throw new EvaluationException(Reason.TYPE, "expected numbers, but got " + Values.describe(value));
    }

    private static Object range(long from, long until, CostMeter cost) {
        if (until <= from) {
            return List.of();
        }
        long count = until - from;
        cost.charge(count < 0 ? Integer.MAX_VALUE : count);
        List<@Nullable Object> numbers = new ArrayList<>();
        for (long i = from; i < until; i++) {
            numbers.add(i);
        }
        return numbers;
    }

    private static Object merge(@Nullable Object[] a, CostMeter cost) {
        Map<Object, @Nullable Object> merged = new LinkedHashMap<>();
        for (int i = 0; i < a.length; i++) {
            merged.putAll(Arguments.object(a, i, cost));
        }
        return merged;
    }

    private static Object without(@Nullable Object[] a, CostMeter cost) {
        Map<Object, @Nullable Object> rest = new LinkedHashMap<>(Arguments.object(a, 0, cost));
        for (int i = 1; i < a.length; i++) {
            rest.remove(Arguments.given(a, i));
        }
        return rest;
    }
}
