package io.streamsboot.pipeline.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code for numbers that makes no objects has the outcome of the interpreter, whatever kinds a row has. */
class NumberShortcutTests {

    private static final List<Object> VALUES = Arrays.asList(
            null,
            0L,
            3L,
            -7L,
            (1L << 53) + 1,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            0.0,
            -0.0,
            1.5,
            0x1p53,
            0x1p63,
            1e300,
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            new BigDecimal("2.50"),
            "text",
            true);

    private final ExpressionCompiler compiler = new ExpressionCompiler();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a {} b",
                "a {} 3",
                "3 {} a",
                "a {} 2.5",
                "9007199254740993 {} a",
                "a {} 9007199254740992.0",
                "-a {} b * 2",
                "a * 1.5 {} b",
                "a * b {} a",
                "a {} a % b",
                "a / 2 {} 3",
                "(a + 1) {} (2 * b)",
                "(a {} b) == null",
                "(a {} 3) == true || b == 'text'",
                "!(a {} b) && a > b",
                "coalesce(b, a) {} a",
                "abs(a) * 2 {} b",
                "length('abc') * a {} b",
                "[a {} b, upper('x')]",
                "a {} b > 2 ? a - b : a {} 4",
            })
    void areLikeTheInterpreter(String pattern) {
        for (String operator : List.of("+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=")) {
            String source = pattern.replace("{}", operator);
            Expression compiled;
            Expression interpreted;
            try {
                compiled = compiler.compile(source);
                interpreted = compiler.interpret(source);
            } catch (ExpressionException e) {
                continue; // A comparison where only a number can be.
            }
            List<String> columns = compiled.identifiers();
            for (Object a : VALUES) {
                for (Object b : VALUES) {
                    Columns row = slot -> columns.get(slot).equals("a") ? a : b;
                    assertThat(Outcome.of(compiled, row))
                            .as("%s with %s and %s", source, a, b)
                            .isEqualTo(Outcome.of(interpreted, row));
                }
            }
        }
    }

    @Test
    void failInTheOrderOfTheSource() {
        Map<String, Object> row = Map.of("a", Long.MAX_VALUE, "b", 2L);

        assertThat(outcome("a * b + c", row).message()).contains("beyond the range");
        assertThat(outcome("a + c * b", row).message()).contains("c cannot be read");
        assertThat(outcome("a * b > c", row).message()).contains("beyond the range");
        assertThat(outcome("b % 0 + c", row).message()).contains("the integer 2 % zero");
    }

    @Test
    void callAndChargeOnce() {
        Map<String, Object> row = Map.of("a", "text", "b", "no number");

        assertThat(outcome("length(a) * 2 + b", row).cost()).isEqualTo(4);
        assertThat(outcome("length(a) > b", row).cost()).isEqualTo(4);
    }

    @Test
    void chargeForLongTexts() {
        String text = "x".repeat(100);

        assertThat(outcome("a == '" + text + "'", Map.of("a", text)).cost()).isEqualTo(100);
        assertThat(outcome("a == 'x'", Map.of("a", text)).cost()).isZero();
    }

    /** What has no more room for shortcuts works without. */
    @Test
    void endInLongExpressions() {
        List<String> names = IntStream.range(0, 900)
                .mapToObj(i -> String.format(Locale.ROOT, "c%d", i))
                .toList();
        Expression sum = compiler.compile(String.join(" + ", names));
        Expression list = compiler.compile(
                names.stream().limit(300).map(name -> name + " * 2 > 7").collect(Collectors.joining(", ", "[", "]")));
        List<Object> expected = new ArrayList<>();
        for (long i = 0; i < 300; i++) {
            expected.add(i * 2 > 7);
        }

        assertThat(sum.compiled()).isTrue();
        assertThat(sum.evaluate(slot -> (long) slot, new CostMeter())).isEqualTo(899L * 900 / 2);
        assertThat(list.compiled()).isTrue();
        assertThat(list.evaluate(slot -> (long) slot, new CostMeter())).isEqualTo(expected);
        Expression chain = compiler.compile(
                names.stream().limit(600).map(name -> "isNull(" + name + ")").collect(Collectors.joining(" || ")));
        assertThat(chain.compiled()).isTrue();
        assertThat(chain.test(slot -> slot == 599 ? null : 1L, new CostMeter())).isTrue();
        assertThat(chain.test(slot -> 1L, new CostMeter())).isFalse();
    }

    private Outcome outcome(String source, Map<String, Object> row) {
        Expression compiled = compiler.compile(source);
        List<String> columns = compiled.identifiers();
        Columns values = slot -> {
            if (!row.containsKey(columns.get(slot))) {
                throw new EvaluationException(EvaluationException.Reason.DOMAIN, columns.get(slot) + " cannot be read");
            }
            return row.get(columns.get(slot));
        };
        Outcome outcome = Outcome.of(compiled, values);
        assertThat(compiled.compiled()).isTrue();
        assertThat(outcome).isEqualTo(Outcome.of(compiler.interpret(source), values));
        return outcome;
    }
}
