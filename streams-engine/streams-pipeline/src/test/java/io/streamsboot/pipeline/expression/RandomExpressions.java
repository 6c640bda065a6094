package io.streamsboot.pipeline.expression;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Draws sources and rows. What is drawn mostly fits together, and sometimes does not. */
final class RandomExpressions {

    private static final String[] COLUMNS = {"i", "j", "x", "y", "d", "s", "t", "b", "c", "l", "o", "n", "any"};
    private static final List<FunctionSpec> FUNCTIONS = FunctionRegistry.standard().names().stream()
            .map(name -> FunctionRegistry.standard().find(name).spec())
            .toList();
    private static final long[] LONGS = {
        0, 1, -1, 2, 7, 60, 1000, 86_400_000, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE, -42
    };
    private static final double[] DOUBLES = {
        0,
        -0.0,
        0.5,
        1,
        -1.5,
        2.345,
        1e15,
        1e16,
        0x1p53,
        0x1p63,
        9.3e18,
        -9.3e18,
        1e300,
        5e-324,
        Double.NaN,
        Double.POSITIVE_INFINITY
    };
    private static final String[] TEXTS = {
        "", "a", "abc", "LH400", "2026-01-31T12:00:00Z", "12", "1.5", "é😀z", ",", "[a-z]+", "long".repeat(20)
    };

    private final Random random;

    RandomExpressions(Random random) {
        this.random = random;
    }

    String source() {
        return node(1 + random.nextInt(5), ValueKind.values()[random.nextInt(ValueKind.values().length)]);
    }

    /** Values for columns; a few rows have one that cannot be read. */
    Columns row(List<String> columns) {
        List<Object> row = new ArrayList<>();
        for (String column : columns) {
            row.add(random.nextInt(8) == 0 ? null : value(column));
        }
        int unreadable = random.nextInt(10 * COLUMNS.length);
        return slot -> {
            if (slot == unreadable) {
                throw new EvaluationException(EvaluationException.Reason.DOMAIN, columns.get(slot) + " is unreadable");
            }
            return row.get(slot);
        };
    }

    private Object value(String column) {
        return switch (column) {
            case "i", "j" -> number();
            case "x", "y" -> DOUBLES[random.nextInt(DOUBLES.length)];
            case "d" -> new BigDecimal(random.nextInt(100_000)).movePointLeft(random.nextInt(5));
            case "n" -> value(COLUMNS[random.nextInt(5)]);
            case "s", "t" -> TEXTS[random.nextInt(TEXTS.length)];
            case "b", "c" -> random.nextBoolean();
            case "l" -> Arrays.asList(number(), null, TEXTS[random.nextInt(TEXTS.length)], List.of(1L));
            case "o" -> {
                Map<String, Object> object = new LinkedHashMap<>();
                object.put("a", number());
                object.put("b", List.of(1L, 2L));
                yield object;
            }
            default -> value(COLUMNS[random.nextInt(COLUMNS.length - 1)]);
        };
    }

    private Long number() {
        return random.nextBoolean() ? LONGS[random.nextInt(LONGS.length)] : (long) random.nextInt(200) - 100;
    }

    private String node(int depth, ValueKind kind) {
        if (random.nextInt(25) == 0) {
            return node(depth, ValueKind.values()[random.nextInt(ValueKind.values().length)]);
        }
        if (depth == 0 || random.nextInt(6) == 0) {
            return random.nextInt(3) > 0 ? column(kind) : literal(kind);
        }
        if (random.nextInt(6) == 0) {
            return "(" + node(depth - 1, ValueKind.BOOLEAN) + " ? " + node(depth - 1, kind) + " : "
                    + node(depth - 1, kind) + ")";
        }
        if (random.nextInt(8) == 0) {
            return "coalesce(" + node(depth - 1, kind) + ", " + node(depth - 1, kind) + ")";
        }
        if (random.nextInt(3) == 0) {
            return call(depth, kind);
        }
        return operator(depth, kind);
    }

    private String operator(int depth, ValueKind kind) {
        return switch (kind) {
            case BOOLEAN -> logical(depth);
            case INTEGER -> binary(depth, ValueKind.INTEGER, "+", "-", "*", "%");
            case DOUBLE ->
                random.nextBoolean()
                        ? binary(depth, ValueKind.DOUBLE, "+", "-", "*", "%")
                        : "(" + node(depth - 1, number(random)) + " / " + node(depth - 1, number(random)) + ")";
            case DECIMAL -> binary(depth, ValueKind.DECIMAL, "+", "-", "*", "/", "%");
            case STRING -> "(" + node(depth - 1, ValueKind.STRING) + " + " + node(depth - 1, ValueKind.STRING) + ")";
            case LIST -> "[" + node(depth - 1, any()) + ", " + node(depth - 1, any()) + "]";
            case OBJECT -> "{a: " + node(depth - 1, any()) + ", 'b': " + node(depth - 1, any()) + "}";
            case NULL ->
                random.nextBoolean()
                        ? node(depth - 1, ValueKind.OBJECT) + ".a"
                        : node(depth - 1, ValueKind.LIST) + "[" + node(depth - 1, ValueKind.INTEGER) + "]";
        };
    }

    private String logical(int depth) {
        ValueKind kind = random.nextInt(4) == 0 ? ValueKind.STRING : number(random);
        ValueKind other = kind == ValueKind.STRING ? kind : number(random);
        return switch (random.nextInt(6)) {
            case 0 -> "!" + node(depth - 1, ValueKind.BOOLEAN);
            case 1, 2 ->
                "(" + node(depth - 1, ValueKind.BOOLEAN) + (random.nextBoolean() ? " && " : " || ")
                        + node(depth - 1, ValueKind.BOOLEAN) + ")";
            case 3 ->
                "(" + node(depth - 1, any()) + (random.nextBoolean() ? " == " : " != ") + node(depth - 1, any()) + ")";
            case 4 -> "(" + node(depth - 1, any()) + " in " + node(depth - 1, ValueKind.LIST) + ")";
            default ->
                "(" + node(depth - 1, kind) + " " + pick("<", "<=", ">", ">=") + " " + node(depth - 1, other) + ")";
        };
    }

    private String binary(int depth, ValueKind kind, String... operators) {
        String negated = random.nextInt(6) == 0 ? "-" : "";
        return negated + "(" + node(depth - 1, kind) + " " + pick(operators) + " "
                + node(depth - 1, random.nextInt(4) == 0 ? number(random) : kind) + ")";
    }

    private String call(int depth, ValueKind kind) {
        FunctionSpec spec = FUNCTIONS.get(random.nextInt(FUNCTIONS.size()));
        for (int i = 0; i < 30 && !spec.returns().contains(kind); i++) {
            spec = FUNCTIONS.get(random.nextInt(FUNCTIONS.size()));
        }
        StringBuilder call = new StringBuilder(spec.name()).append('(');
        int most = Math.min(spec.maximumArguments(), spec.parameters().size() + 2);
        int count = spec.minimumArguments() + random.nextInt(most - spec.minimumArguments() + 1);
        for (int i = 0; i < count; i++) {
            List<ValueKind> kinds = List.copyOf(spec.parameters()
                    .get(Math.min(i, spec.parameters().size() - 1))
                    .kinds());
            String name = spec.parameters()
                    .get(Math.min(i, spec.parameters().size() - 1))
                    .name();
            call.append(i == 0 ? "" : ", ").append(argument(name, depth, kinds.get(random.nextInt(kinds.size()))));
        }
        return call.append(')').toString();
    }

    /** Arguments of which few values are right. */
    private String argument(String name, int depth, ValueKind kind) {
        if (random.nextInt(4) == 0) {
            return node(depth - 1, kind);
        }
        return switch (name) {
            case "unit" -> pick("'day'", "'month'", "'hour'");
            case "zone" -> pick("'Europe/Paris'", "'Z'");
            case "pattern" -> pick("'[a-z]+'", "'(b)(c)?'", "'yyyy-MM-dd'");
            case "digits", "times", "group", "length" -> String.valueOf(random.nextInt(4));
            case "lat", "lon", "lat1", "lat2", "lon1", "lon2", "centerLat", "centerLon" ->
                String.valueOf(random.nextInt(90));
            case "corners" -> "[[0, 0], [0, 80], [80, 80], [80, 0]]";
            default -> node(depth - 1, kind);
        };
    }

    private String column(ValueKind kind) {
        return switch (kind) {
            case INTEGER -> pick("i", "j", "n");
            case DOUBLE -> pick("x", "y", "n");
            case DECIMAL -> pick("d", "n");
            case STRING -> pick("s", "t");
            case BOOLEAN -> pick("b", "c");
            case LIST -> "l";
            case OBJECT -> "o";
            case NULL -> "any";
        };
    }

    private String literal(ValueKind kind) {
        return switch (kind) {
            case INTEGER -> String.valueOf(number());
            case DOUBLE -> pick("0.5", "2.345", "1e300", "0.0", "-1.5", "1e16");
            case DECIMAL -> "decimal('" + pick("0.1", "12.345", "0", "1e30") + "')";
            case STRING -> "'" + pick(TEXTS) + "'";
            case BOOLEAN -> pick("true", "false");
            case LIST -> pick("[]", "[1, 2.0, 'a']", "[3, 1, 2]", "['b', 'a', null]");
            case OBJECT -> pick("{}", "{a: 1}", "{a: {b: [1]}}");
            case NULL -> "null";
        };
    }

    private ValueKind any() {
        return ValueKind.values()[random.nextInt(ValueKind.values().length)];
    }

    private static ValueKind number(Random random) {
        return List.of(ValueKind.INTEGER, ValueKind.INTEGER, ValueKind.DOUBLE, ValueKind.DECIMAL)
                .get(random.nextInt(4));
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
