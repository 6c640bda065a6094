package io.streamsboot.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Steps that look at one row alone, some of them in some order: in the words of a pipeline, and as functions of maps. They keep
 * the columns t, k, v and id as they are, and do to l (a list), o (an object) and s (a text) what they like.
 */
final class NaiveSteps {

    /** The table that rows are looked up in. */
    static final Map<String, String> NAMES = Map.of("a", "{\"name\":\"Anna\",\"v\":1}", "b", "{\"name\":null}");

    private static final List<String> BASE = List.of("t", "k", "v", "id");

    private final List<Step> steps;

    /** A step. */
    private record Step(String yaml, Function function) {}

    /** What a step makes of a row. */
    private interface Function {
        List<Map<String, @Nullable Object>> rows(Map<String, @Nullable Object> row);
    }

    /** A row that a step has no result for. */
    static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    private NaiveSteps(List<Step> steps) {
        this.steps = steps;
    }

    /** No step at all, or some. */
    static NaiveSteps random(Random random) {
        List<String> ops = new ArrayList<>(List.of(
                "select",
                "rename",
                "drop",
                "filter",
                "applyExpression",
                "cast",
                "explode",
                "flatten",
                "lookupJoin",
                "wasm"));
        Collections.shuffle(ops, random);
        Set<String> columns = new LinkedHashSet<>(List.of("l", "o", "s"));
        List<Step> steps = new ArrayList<>();
        for (String op : ops.subList(0, random.nextInt(6))) {
            Step step = step(op, columns, random);
            if (step != null) {
                steps.add(step);
            }
        }
        return new NaiveSteps(steps);
    }

    /** A step, null if an earlier one took away what it needs. */
    private static @Nullable Step step(String op, Set<String> columns, Random random) {
        return switch (op) {
            case "select" -> select(columns, random);
            case "rename" ->
                !columns.remove("s")
                        ? null
                        : new Step("{ op: rename, mapping: { s: text } }", row -> {
                            row.put("text", row.remove("s"));
                            return List.of(row);
                        });
            case "drop" ->
                !columns.remove("o")
                        ? null
                        : new Step("{ op: drop, columns: [o] }", row -> {
                            row.remove("o");
                            return List.of(row);
                        });
            case "filter" ->
                random.nextBoolean()
                        ? new Step(
                                "{ op: filter, expression: \"v >= 0\" }",
                                row -> row.get("v") != null && number(row.get("v")) >= 0 ? List.of(row) : List.of())
                        : new Step(
                                "{ op: filter, expression: \"k != 'c'\" }",
                                row -> "c".equals(row.get("k")) ? List.of() : List.of(row));
            case "applyExpression" ->
                new Step("{ op: applyExpression, column: more, expression: \"v * 2 + 1\" }", row -> {
                    row.put("more", row.get("v") == null ? null : (Object) (number(row.get("v")) * 2 + 1));
                    return List.of(row);
                });
            case "cast" ->
                !columns.contains("s")
                        ? null
                        : new Step("{ op: cast, column: s, to: integer }", row -> {
                            row.put("s", integer(row.get("s")));
                            return List.of(row);
                        });
            case "explode" ->
                !columns.contains("l") ? null : new Step("{ op: explode, column: l }", NaiveSteps::explode);
            case "flatten" ->
                !columns.remove("o")
                        ? null
                        : new Step("{ op: flatten, column: o, fields: [x, y], prefix: o_ }", NaiveSteps::flatten);
            case "wasm" -> program();
            default ->
                new Step("{ op: lookupJoin, table: names, on: k, columns: [name] }", row -> {
                    row.put("name", "a".equals(row.get("k")) ? "Anna" : null);
                    return List.of(row);
                });
        };
    }

    /** The program of subject.c does what the column says: it makes two rows, refuses the row, or gives it back. */
    private static Step program() {
        String yaml = "{ op: applyExpression, column: do, expression: \"v >= 0 ? 'twice' : 'error'\" }\n"
                + "      - { op: wasm, ref: subject }\n"
                + "      - { op: drop, columns: [do] }";
        return new Step(yaml, row -> {
            if (row.get("v") == null) {
                return List.of(row);
            } else if (number(row.get("v")) < 0) {
                throw new Refused();
            }
            return List.of(row, new LinkedHashMap<>(row));
        });
    }

    private static Step select(Set<String> columns, Random random) {
        columns.removeIf(column -> random.nextInt(3) == 0);
        List<String> kept = new ArrayList<>(BASE);
        kept.addAll(columns);
        return new Step("{ op: select, columns: [" + String.join(", ", kept) + "] }", row -> {
            row.keySet().retainAll(kept);
            return List.of(row);
        });
    }

    private static List<Map<String, @Nullable Object>> explode(Map<String, @Nullable Object> row) {
        Object list = row.get("l");
        if (list == null) {
            return List.of();
        } else if (!(list instanceof List<?> elements)) {
            throw new Refused();
        } else {
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            for (Object element : elements) {
                Map<String, @Nullable Object> one = new LinkedHashMap<>(row);
                one.put("l", element);
                rows.add(one);
            }
            return rows;
        }
    }

    private static List<Map<String, @Nullable Object>> flatten(Map<String, @Nullable Object> row) {
        Object object = row.remove("o");
        if (object != null && !(object instanceof Map)) {
            throw new Refused();
        }
        for (String field : List.of("x", "y")) {
            row.put("o_" + field, object == null ? null : ((Map<?, ?>) object).get(field));
        }
        return List.of(row);
    }

    private static long number(@Nullable Object value) {
        if (value instanceof Long number) {
            return number;
        }
        throw new Refused();
    }

    private static @Nullable Object integer(@Nullable Object value) {
        if (value instanceof String text) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new Refused();
            }
        }
        return value;
    }

    /** Values for the columns that only these steps read, some of them of a kind that they cannot take. */
    static Map<String, @Nullable Object> columns(Random random) {
        Map<String, @Nullable Object> columns = new LinkedHashMap<>();
        columns.put(
                "l",
                switch (random.nextInt(9)) {
                    case 0 -> null;
                    case 1 -> List.of();
                    case 2 -> 7L;
                    case 3 -> List.of("one");
                    default -> List.of(random.nextInt(3), "two", List.of(true));
                });
        columns.put(
                "o",
                switch (random.nextInt(9)) {
                    case 0 -> null;
                    case 1 -> "no object";
                    case 2 -> Map.of();
                    default -> Map.of(random.nextBoolean() ? "x" : "y", random.nextInt(5));
                });
        columns.put(
                "s",
                switch (random.nextInt(9)) {
                    case 0 -> null;
                    case 1 -> "no number";
                    case 2 -> 5L;
                    default -> String.valueOf(random.nextInt(200) - 100);
                });
        return columns;
    }

    boolean isEmpty() {
        return steps.isEmpty();
    }

    String yaml() {
        return steps.stream().map(step -> "      - " + step.yaml() + "\n").collect(Collectors.joining());
    }

    /**
     * The rows that come of one.
     *
     * @throws Refused if the row cannot be handled
     */
    List<Map<String, @Nullable Object>> rows(Map<String, @Nullable Object> row) {
        List<Map<String, @Nullable Object>> rows = List.of(new LinkedHashMap<>(row));
        for (Step step : steps) {
            List<Map<String, @Nullable Object>> next = new ArrayList<>();
            rows.forEach(one -> next.addAll(step.function().rows(one)));
            rows = next;
        }
        return rows;
    }

    @Override
    public String toString() {
        return yaml();
    }
}
