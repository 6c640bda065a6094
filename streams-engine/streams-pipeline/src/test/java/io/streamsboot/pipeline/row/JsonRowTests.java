package io.streamsboot.pipeline.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.row.Projection.Output;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Rows: what is well-formed, what is decoded, and what is written. Jackson is the reference. */
class JsonRowTests {

    private static final ObjectReader JACKSON =
            JsonMapper.builder().build().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final RowLayout layout = new RowLayout(List.of("a", "b", "ü"), 1);
    private final JsonRow row = new JsonRow(layout);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}", " \t\r\n{ } ", "{\"a\":1}", "{\"a\" : -0.5e+10 , \"b\":[ ] }", "{\"a\":{\"x\":[1,{}]}}",
                "{\"a\":\"\\u00e9\\n\\/\"}", "{\"a\":\"é😀\"}", "{\"\":null}", "{\"a\":true,\"a\":false}",
                        "{\"a\":\"\\ud800\"}",
                "{\"a\":0,\"b\":-0}", "{\"a\":1E5}",
            })
    void takesWellFormedObjects(String json) {
        row.read(utf8(json));

        assertThat(JACKSON.readTree(json).isObject()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1",
                "[]",
                "null",
                "\"a\"",
                "{",
                "}",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,",
                "{\"a\":1,}",
                "{,}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":01}",
                "{\"a\":1.}",
                "{\"a\":.5}",
                "{\"a\":+1}",
                "{\"a\":-}",
                "{\"a\":1e}",
                "{\"a\":1e+}",
                "{\"a\":NaN}",
                "{\"a\":Infinity}",
                "{\"a\":tru}",
                "{\"a\":truex}",
                "{\"a\":nul",
                "{\"a\":\"\t\"}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":\"\\u12",
                "{\"a\":\"b}",
                "{\"a\":[1,]}",
                "{\"a\":[1 2]}",
                "{\"a\":[",
                "{\"a\":{1:2}}",
                "{\"a\":1}}",
                "{\"a\":1}{}",
                "{\"a\":1} x",
                "{\"a\":1 \"b\":2}",
                "{\"a\" 1}",
                "{\"a\":}",
                "\ufeff{}",
                "{\"a\":1}\u0000",
                "{\"a\":[}]}",
                "{\"a\":{]}",
                "{/**/}",
            })
    void refusesTheRest(String json) {
        assertThatExceptionOfType(RowException.class)
                .isThrownBy(() -> row.read(utf8(json)))
                .withMessageStartingWith("not a row: ")
                .satisfies(e -> assertThat(e.offset()).isBetween(0, utf8(json).length));
        assertThat(row.column(0)).as("nothing of it is left").isNull();
    }

    @Test
    void acceptsWhatJacksonAcceptsAndDecodesTheSame() {
        Random random = new Random(Long.getLong("pipeline.row.seed", 5));
        int cases = Integer.getInteger("pipeline.row.cases", 30_000);
        int valid = 0;
        for (int i = 0; i < cases; i++) {
            String json = object(random, 3);
            if (i % 2 == 0) {
                int at = random.nextInt(json.length());
                String insert = random.nextBoolean() ? "" : "{}[],:\"0-e.tn \\".charAt(random.nextInt(15)) + "";
                json = json.substring(0, at) + insert + json.substring(Math.min(json.length(), at + random.nextInt(2)));
            }
            JsonNode tree = jackson(json);
            String shown = json;
            assertThat(isRow(utf8(json))).as(json).isEqualTo(tree != null);
            if (tree != null) {
                valid++;
                row.read(utf8(json));
                for (int slot = 0; slot < 3; slot++) {
                    JsonNode expected = tree.get(layout.columns().get(slot));
                    assertThat(row.has(slot)).isEqualTo(expected != null);
                    assertThat(decoded(slot)).as(() -> shown).isIn(plain(expected), "too large");
                }
            }
        }
        assertThat(valid).isBetween(cases / 2, cases - cases / 10);
    }

    @Test
    void writesWhatAModelOfMapsWrites() {
        Random random = new Random(Long.getLong("pipeline.row.seed", 6));
        for (int i = 0; i < 20_000; i++) {
            String json = object(random, 2);
            Map<String, Object> model = model(json);
            row.read(utf8(json));
            if (random.nextBoolean()) {
                row.set(1, "set");
                model.put("b", "set");
            }
            boolean computed = random.nextBoolean();
            if (computed) {
                row.set(3, List.of(1L, "x"));
            }
            boolean others = random.nextBoolean();
            List<Output> outputs = new ArrayList<>();
            Map<String, Object> expected = new LinkedHashMap<>();
            if (others) {
                model.forEach((name, value) -> {
                    if (layout.slot(name) < 0) {
                        expected.put(name, value);
                    }
                });
            }
            for (int slot = 0; slot < 3; slot++) {
                String column = layout.columns().get(slot);
                if (random.nextBoolean()) {
                    String name = random.nextBoolean() ? column : "renamed \"" + slot;
                    outputs.add(new Output(name, slot));
                    if (model.containsKey(column)) {
                        expected.put(name, model.get(column));
                    }
                }
            }
            if (computed) {
                outputs.add(new Output("computed", 3));
                expected.put("computed", List.of(1L, "x"));
            }
            byte[] written = row.write(new Projection(layout, others, outputs));
            assertThat(plain(jackson(new String(written, StandardCharsets.UTF_8))))
                    .as(json)
                    .isEqualTo(expected);
        }
    }

    @Test
    void keepsTheBytesOfWhatDoesNotChange() {
        byte[] json = utf8("{ \"x\" : 1.50 , \"a\":1e2,\"y\":[ 1 ]}");
        Projection all = new Projection(layout, true, List.of(new Output("A", 0), new Output("new", 3)));

        row.read(json);
        assertThat(row.unchanged()).isSameAs(json);
        row.set(3, 7L);
        assertThat(row.unchanged()).isNull();
        assertThat(row.write(all))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"x\":1.50,\"A\":1e2,\"y\":[ 1 ],\"new\":7}");
    }

    @Test
    void copiesAColumnUnderTwoNames() {
        row.read(utf8("{\"a\":1}"));
        Projection twice = new Projection(layout, false, List.of(new Output("p", 0), new Output("q", 0)));

        assertThat(jackson(new String(row.write(twice), StandardCharsets.UTF_8)))
                .hasToString("{\"q\":1,\"p\":1}");
    }

    @Test
    void theLastOfDuplicatesWins() {
        row.read(utf8("{\"a\":1,\"b\":2,\"x\":1,\"\\u0061\":3,\"\\u0078\":2}"));
        Projection all = new Projection(layout, true, List.of(new Output("a", 0), new Output("b", 1)));

        assertThat(row.column(0)).isEqualTo(3L);
        assertThat(row.unchanged()).isNull();
        assertThat(row.write(all)).asString(StandardCharsets.UTF_8).isEqualTo("{\"b\":2,\"a\":3,\"\\u0078\":2}");
        row.read(utf8("{\"a\":{\"k\":1,\"k\":2}}"));
        assertThat(row.column(0)).isEqualTo(Map.of("k", 2L));
    }

    @Test
    void readsNumbersExactly() {
        assertThat(number("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(number("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        assertThat(number("9223372036854775808")).isEqualTo(new BigDecimal("9223372036854775808"));
        assertThat(number("999999999999999999")).isEqualTo(999999999999999999L);
        assertThat(number("0.1")).isEqualTo(0.1);
        assertThat(number("123456789012345.678")).isEqualTo(123456789012345.678);
        assertThat(number("1e2")).isEqualTo(100.0);
        assertThat(number("-0.0")).isEqualTo(-0.0);
        assertThat(number("-0")).isEqualTo(0L);
        assertThat(number("5e-324")).isEqualTo(Double.MIN_VALUE);
        assertThatExceptionOfType(EvaluationException.class).isThrownBy(() -> number("1e400"));
        assertThatExceptionOfType(EvaluationException.class).isThrownBy(() -> number("1" + "0".repeat(40)));
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            String text = random.nextInt(1_000_000) + "." + Math.abs(random.nextLong()) % 100_000_000_000L;
            assertThat(number(text)).isEqualTo(Double.parseDouble(text));
        }
    }

    @Test
    void writesEveryCharacter() {
        StringBuilder text = new StringBuilder();
        for (int c = 0; c < 0xd800; c += c < 0x100 ? 1 : 97) {
            text.append((char) c);
        }
        text.append("😀").append('\ud800').append("x").append('\udc00');
        row.read(utf8("{}"));
        row.set(3, text.toString());
        byte[] written = row.write(new Projection(layout, false, List.of(new Output("a", 3))));

        // Takes nothing but well-formed UTF-8.
        row.read(written);
        assertThat(row.column(0)).isEqualTo(text.toString());
    }

    @Test
    void refusesToWriteWhatHasNoJson() {
        row.read(utf8("{}"));
        row.set(3, Double.NaN);

        assertThatExceptionOfType(EvaluationException.class)
                .isThrownBy(() -> row.write(new Projection(layout, false, List.of(new Output("a", 3)))));
    }

    @Test
    void refusesLayoutsAndProjectionsThatAreAmbiguous() {
        assertThatIllegalArgumentException().isThrownBy(() -> new RowLayout(List.of("a", "a"), 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Projection(layout, true, List.of(new Output("x", 0), new Output("x", 1))));
    }

    private Object decoded(int slot) {
        try {
            return row.column(slot);
        } catch (EvaluationException e) {
            assertThat(e.getMessage()).contains("too large");
            return "too large";
        }
    }

    private Object number(String text) {
        row.read(utf8("{\"a\":" + text + "}"));
        return row.column(0);
    }

    private boolean isRow(byte[] bytes) {
        try {
            row.read(bytes);
            return true;
        } catch (RowException e) {
            return false;
        }
    }

    private static JsonNode jackson(String json) {
        try {
            JsonNode tree = JACKSON.readTree(json);
            return tree != null && tree.isObject() ? tree : null;
        } catch (JacksonException e) {
            return null;
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> model(String json) {
        return (Map<String, Object>) plain(jackson(json));
    }

    private static Object plain(JsonNode node) {
        if (node == null || node.isNull()) {
            return null;
        } else if (node.isObject()) {
            Map<String, Object> object = new LinkedHashMap<>();
            node.properties().forEach(field -> object.put(field.getKey(), plain(field.getValue())));
            return object;
        } else if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(element -> list.add(plain(element)));
            return list;
        } else if (node.isString()) {
            return node.stringValue();
        } else if (node.isBoolean()) {
            return node.booleanValue();
        } else if (node.isBigInteger()) {
            return new BigDecimal(node.bigIntegerValue());
        }
        return node.isIntegralNumber() ? (Object) node.longValue() : (Object) node.doubleValue();
    }

    private static String object(Random random, int depth) {
        StringBuilder out = new StringBuilder(blank(random)).append('{');
        int fields = random.nextInt(5);
        for (int i = 0; i < fields; i++) {
            String[] names = {"a", "b", "ü", "x", "\\u0061", "long name " + random.nextInt(3), ""};
            out.append(i == 0 ? "" : ",")
                    .append(blank(random))
                    .append('"')
                    .append(names[random.nextInt(names.length)])
                    .append('"')
                    .append(blank(random))
                    .append(':')
                    .append(blank(random))
                    .append(value(random, depth))
                    .append(blank(random));
        }
        return out.append('}').append(blank(random)).toString();
    }

    private static String value(Random random, int depth) {
        switch (random.nextInt(depth > 0 ? 9 : 7)) {
            case 0:
                return "null";
            case 1:
                return String.valueOf(random.nextBoolean());
            case 2:
                return String.valueOf(random.nextInt(2000) - 1000);
            case 3:
                return String.valueOf(random.nextGaussian());
            case 4:
                return random.nextInt(100) + "e" + (random.nextInt(20) - 10);
            case 5:
                return random.nextBoolean() ? "\"\"" : "\"text \\n \\u00e9 é\"";
            case 6:
                return random.nextBoolean() ? String.valueOf(random.nextLong()) : "123456789012345678901";
            case 7:
                return object(random, depth - 1);
            default:
                return "[" + value(random, depth - 1) + "," + blank(random) + value(random, depth - 1) + "]";
        }
    }

    private static String blank(Random random) {
        return random.nextInt(4) == 0 ? " " : "";
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
