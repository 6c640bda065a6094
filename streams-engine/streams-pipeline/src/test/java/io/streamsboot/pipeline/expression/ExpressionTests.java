package io.streamsboot.pipeline.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What values and operators mean. Every case runs as bytecode and through the interpreter. */
class ExpressionTests {

    private final ExpressionCompiler compiler = new ExpressionCompiler();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "1 + 2 * 3 ; 7",
                "(1 + 2) * 3 ; 9",
                "7 / 2 ; 3.5",
                "6 / 2 ; 3.0",
                "7 % 4 ; 3",
                "-7 % 4 ; -3",
                "-7.5 % 2 ; -1.5",
                "9223372036854775807 - 1 ; 9223372036854775806",
                "-9223372036854775808 ; -9223372036854775808",
                "-9223372036854775808 + 1 ; -9223372036854775807",
                "1 + 1.5 ; 2.5",
                "- - 3 ; 3",
                "!true ; false",
                "!!true ; true",
                "1 < 2 ; true",
                "1 == 1.0 ; true",
                "1 == decimal('1.00') ; true",
                "0.1 == decimal('0.1') ; false",
                "9007199254740993 == 9007199254740992.0 ; false",
                "9007199254740993 > 9007199254740992.0 ; true",
                "9223372036854775807 < 9223372036854775808.0 ; true",
                "9223372036854775807 == 9223372036854775808.0 ; false",
                "-9223372036854775808 == -9223372036854775808.0 ; true",
                "1 < 1.5 ; true",
                "2 > 1.5 ; true",
                "-1 > -1.5 ; true",
                "-2 < -1.5 ; true",
                "0 == -0.0 ; true",
                "true == 1 ; false",
                "'1' == 1 ; false",
                "'a' < 'b' ; true",
                "'a' + 'b' ; ab",
                "'\\u00e9' == 'é' ; true",
                "'it''s' == \"x\" ; false",
                "null == null ; true",
                "null != null ; false",
                "1 == null ; false",
                "1 != null ; true",
                "1 in [1, 2] ; true",
                "1.0 in [1, 2] ; true",
                "3 in [1, null] ; false",
                "'a' in {a: 1} ; true",
                "[1, [2]] == [1.0, [2.0]] ; true",
                "{a: 1, b: null} == {b: null, a: 1.0} ; true",
                "{a: 1} == {b: 1} ; false",
                "[10, 20][1] ; 20",
                "{a: {b: 5}}.a.b ; 5",
                "{a: 5}['a'] ; 5",
                "true || null ; true",
                "null || true ; true",
                "false && null ; false",
                "null && false ; false",
                "true ? 1 : 2 ; 1",
                "false ? 1 : 2 ; 2",
                "false ? 1 : true ? 3 : 4 ; 3",
                "coalesce(null, 3, 1 / 0) ; 3",
                "true || 1 / 0 > 1 ; true",
                "false && 1 / 0 > 1 ; false",
                "kind(decimal(1) + 1) ; decimal",
                "kind(decimal(1) + 1.5) ; decimal",
                "decimal('0.1') + decimal('0.2') == decimal('0.3') ; true",
                "decimal(1) / 3 == decimal('0.3333333333333333333333333333333333') ; true",
                "1e3 ; 1000.0",
                "1.5e-3 ; 0.0015",
                ".5 ; 0.5",
            })
    void hasAValue(String source, String expected) {
        assertThat(String.valueOf(both(source.replace("''", "\\'"), Map.of()))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "null + 1",
                "1 - null",
                "null * 2.0",
                "null / 0",
                "-null",
                "!null",
                "null < 1",
                "1 >= null",
                "null <= null",
                "'a' < null",
                "null && true",
                "true && null",
                "null && null",
                "null || false",
                "false || null",
                "null in [1]",
                "1 in null",
                "null ? 1 : 2",
                "[1][1]",
                "[1][-1]",
                "null[0]",
                "[1][null]",
                "null.a",
                "{a: 1}.b",
                "upper(null)",
                "roundTo(1.5, null)",
                "coalesce(null, null)",
            })
    void isNull(String source) {
        assertThat(both(source, Map.of())).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "1 / 0 ; DIVISION_BY_ZERO ; 2",
                "1 % 0 ; DIVISION_BY_ZERO ; 2",
                "1.5 / 0.0 ; DIVISION_BY_ZERO ; 4",
                "1.5 % 0 ; DIVISION_BY_ZERO ; 4",
                "decimal(1) / 0 ; DIVISION_BY_ZERO ; 11",
                "9223372036854775807 + 1 ; OVERFLOW ; 20",
                "-9223372036854775808 - 1 ; OVERFLOW ; 21",
                "4611686018427387904 * 2 ; OVERFLOW ; 20",
                "-minimum ; OVERFLOW ; 0",
                "1e308 * 10 ; OVERFLOW ; 6",
                "1e308 + 1e308 ; OVERFLOW ; 6",
                "1e308 / 1e-10 ; OVERFLOW ; 6",
                "decimal('1e6000') * decimal('1e6000') ; OVERFLOW ; 18",
                "text + 1 ; TYPE ; 5",
                "text < 1 ; TYPE ; 5",
                "flag + flag ; TYPE ; 5",
                "flag < flag ; TYPE ; 5",
                "text && true ; TYPE ; 0",
                "true && text ; TYPE ; 8",
                "!text ; TYPE ; 0",
                "text ? 1 : 2 ; TYPE ; 0",
                "1 in text ; TYPE ; 2",
                "text[0] ; TYPE ; 4",
                "text.a ; TYPE ; 4",
                "upper(flag) ; TYPE ; 0",
                "1 + sqrt(-one) ; DOMAIN ; 4",
                "1 + repeat('abcdefghij', 2000000) ; COST ; 4",
            })
    void isAnErrorOfTheRow(String source, Reason reason, int position) {
        Map<String, Object> row = Map.of("text", "x", "flag", true, "one", 1, "minimum", Long.MIN_VALUE);
        for (Expression expression : List.of(compiler.compile(relaxed(source)), compiler.interpret(relaxed(source)))) {
            assertThatExceptionOfType(EvaluationException.class)
                    .isThrownBy(() -> expression.evaluate(row))
                    .satisfies(e -> {
                        assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason);
                        if (source.equals("!text")) {
                            assertThat(e.position()).isEqualTo(1);
                        } else {
                            assertThat(e.position()).isEqualTo(position);
                        }
                    });
        }
    }

    /** The last case is refused by its kinds unless one side is a column. */
    private static String relaxed(String source) {
        return source.replace("1 + repeat", "n + repeat");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "~~ ; 0 ; empty",
                "1 + ; 3 ; unexpected the end",
                "1 +* 2 ; 3 ; unexpected '*'",
                "a b ; 2 ; unexpected 'b'",
                "(1 ; 2 ; unexpected the end",
                "[1, ; 3 ; unexpected the end",
                "{a 1} ; 3 ; unexpected '1'",
                "a = 1 ; 2 ; unexpected character '='",
                "a & b ; 2 ; unexpected character",
                "a # b ; 2 ; unexpected character",
                "1 < 2 < 3 ; 6 ; do not chain",
                "a == b == c ; 7 ; do not chain",
                "nothing(1) ; 0 ; there is no function 'nothing'",
                "uper('a') ; 0 ; Did you mean 'upper'?",
                "1 + roundTo(1.5) ; 4 ; takes 2 arguments, but got 1",
                "upper() ; 0 ; takes one argument, but got 0",
                "coalesce() ; 0 ; at least 1 arguments",
                "substring('a') ; 0 ; takes 2 to 3 arguments",
                "9223372036854775808 ; 0 ; does not fit in 64 bits",
                "1e999 ; 0 ; does not fit in a double",
                "12abc ; 2 ; cannot be followed",
                "\"abc ; 0 ; does not end",
                "\"\\q\" ; 1 ; unknown escape",
                "\"\\u12\" ; 1 ; four hexadecimal",
                "`abc ; 0 ; does not end",
                "!5 ; 1 ; needs a boolean",
                "-true ; 1 ; needs a number",
                "1 + true ; 4 ; needs a number or a string",
                "1 + \"a\" ; 4 ; on its left",
                "\"a\" * 2 ; 0 ; needs a number",
                "1 < \"a\" ; 4 ; on its left",
                "1 && true ; 0 ; needs a boolean",
                "1 ? 2 : 3 ; 0 ; needs a boolean",
                "1 in 2 ; 5 ; needs a list or an object",
                "1[0] ; 0 ; needs a list or an object",
                "1.5.a ; 0 ; needs an object",
                "upper(5) ; 6 ; needs a string",
                "matches(a, \"(\") ; 0 ; is not valid",
                "matches(a, \"(?=a)\") ; 0 ; is not valid",
                "hour(a, \"Nowhere/X\") ; 0 ; is no time zone",
                "startOf(a, \"eon\") ; 0 ; is no unit",
                "parseTime(a, \"qqqqqqqqq\") ; 0 ; is not valid",
                "in ; 0 ; unexpected 'in'",
                "a.1 ; 1 ; unexpected '.1'",
            })
    void isRefused(String source, int position, String message) {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> compiler.compile(source))
                .satisfies(e -> {
                    assertThat(e.getMessage()).contains(message);
                    assertThat(e.position()).as(e.getMessage()).isEqualTo(position);
                    assertThat(e.action()).isNotBlank();
                });
    }

    @Test
    void namesTheLineOfAnError() {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> compiler.compile("a &&\n  b +* c"))
                .withMessageContaining("line 2, column 6");
    }

    @Test
    void tellsWhichColumnsItReads() {
        assertThat(compiler.compile("b > a && `strange name` == b || upper(c.d) in [e]")
                        .identifiers())
                .containsExactly("b", "a", "strange name", "c", "e");
        assertThat(compiler.compile("1 + 1").identifiers()).isEmpty();
        assertThat(compiler.compile("`true` == true").identifiers()).containsExactly("true");
    }

    @Test
    void findsColumnsByTheirSlots() {
        List<String> columns = List.of("x", "y");
        Expression expression = compiler.compile("y - x", columns::indexOf);

        assertThat(expression.evaluate(slot -> slot == 0 ? 3L : 10L, new CostMeter()))
                .isEqualTo(7L);
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> compiler.compile("y - z", columns::indexOf))
                .withMessageContaining("there is no column 'z'");
    }

    @Test
    void keepsOnlyWhatIsTrue() {
        Expression expression = compiler.compile("flag");
        CostMeter cost = new CostMeter();

        assertThat(expression.test(slot -> true, cost)).isTrue();
        assertThat(expression.test(slot -> false, cost)).isFalse();
        assertThat(expression.test(slot -> null, cost)).isFalse();
        assertThatExceptionOfType(EvaluationException.class)
                .isThrownBy(() -> expression.test(slot -> 1L, cost))
                .withMessageContaining("expected a boolean, but got the integer 1");
    }

    @Test
    void nanEqualsNothing() {
        Map<String, Object> row = Map.of("x", Double.NaN, "y", 1.0);

        assertThat(both("x == x", row)).isEqualTo(false);
        assertThat(both("x != x", row)).isEqualTo(true);
        assertThat(both("x < 1 || x >= 1 || x > y || x <= y", row)).isEqualTo(false);
        assertThat(both("x in [1, 2.5]", row)).isEqualTo(false);
        assertThat(both("min(x, y) == 1", row)).isEqualTo(false);
    }

    @Test
    void takesJavaNumbersOfAllSizes() {
        Map<String, Object> row = new HashMap<>();
        row.put("i", 7);
        row.put("f", 1.5f);
        row.put("big", new BigDecimal("1.50"));
        row.put("list", Arrays.asList(1, null, (short) 3));
        row.put("map", Collections.singletonMap("k", (byte) 4));

        assertThat(both("i + 1", row)).isEqualTo(8L);
        assertThat(both("f * 2", row)).isEqualTo(3.0);
        assertThat(both("big + 1 == decimal('2.5')", row)).isEqualTo(true);
        assertThat(both("sum(list) + map.k", row)).isEqualTo(8L);
        assertThat(both("missing", row)).isNull();
    }

    @Test
    void limitsWhatARowCosts() {
        Expression expression = compiler.compile("length(text)");
        CostMeter cost = new CostMeter(1_000);
        String text = "x".repeat(400);

        expression.evaluate(slot -> text, cost);
        expression.evaluate(slot -> text, cost);
        assertThatExceptionOfType(EvaluationException.class)
                .isThrownBy(() -> expression.evaluate(slot -> text, cost))
                .withMessageContaining("limit of 1000");
        cost.reset();
        assertThat(expression.evaluate(slot -> text, cost)).isEqualTo(400L);
    }

    @Test
    void refusesWhatIsTooDeepOrTooLong() {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> compiler.compile("(".repeat(5_000) + "1" + ")".repeat(5_000)))
                .withMessageContaining("nested more than");
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> compiler.compile("!".repeat(5_000) + "a"))
                .withMessageContaining("nested more than");
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> compiler.compile("1" + "+1".repeat(3_000)))
                .withMessageContaining("more than 2000 parts");
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> compiler.compile("'" + "x".repeat(30_000) + "'"))
                .withMessageContaining("longer than");
    }

    @Test
    void interpretsWhatIsTooLongForAMethod() {
        String source = "[" + "isNull(a),".repeat(998) + "a]";
        Expression expression = compiler.compile(source);

        assertThat(expression.compiled()).isFalse();
        assertThat(expression.evaluate(Map.of("a", "x")))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(999)
                .contains(false, "x");
        assertThat(compiler.compile("a + b").compiled()).isTrue();
    }

    @Test
    void knowsWhichKindsAreLeft() {
        assertThat(compiler.compile("1 + 2").kinds()).containsExactly(ValueKind.INTEGER);
        assertThat(compiler.compile("a / 2").kinds())
                .containsExactlyInAnyOrder(ValueKind.NULL, ValueKind.DOUBLE, ValueKind.DECIMAL);
        assertThat(compiler.compile("a == 2").kinds()).containsExactly(ValueKind.BOOLEAN);
        assertThat(compiler.compile("a < 2").kinds()).containsExactlyInAnyOrder(ValueKind.BOOLEAN, ValueKind.NULL);
    }

    @Test
    void takesFunctionsOfTheUser() {
        FunctionRegistry registry = FunctionRegistry.standard().with(List.of(new Shout(), new Broken()));
        ExpressionCompiler extended = new ExpressionCompiler(registry);

        assertThat(extended.compile("shout(a)").evaluate(Map.of("a", "hi"))).isEqualTo("hi!");
        assertThat(extended.compile("shout(a)").evaluate(Map.of())).isNull();
        assertThatExceptionOfType(ExpressionException.class).isThrownBy(() -> extended.compile("shout(1)"));
        assertThatExceptionOfType(EvaluationException.class)
                .isThrownBy(() -> extended.compile("1 + broken(a)").evaluate(Map.of("a", 1)))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.FUNCTION))
                .satisfies(e -> assertThat(e.position()).isEqualTo(4));
        assertThatExceptionOfType(EvaluationException.class)
                .isThrownBy(() -> extended.compile("broken(a)").evaluate(Map.of("a", 2)))
                .withMessageContaining("must return an integer");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> registry.with(List.of(new Shout())))
                .withMessageContaining("there is a function 'shout' already");
    }

    @Test
    void takesFunctionsAway() {
        FunctionRegistry registry = FunctionRegistry.standard();

        assertThat(registry.without(Set.of("upper")).find("upper")).isNull();
        assertThat(registry.only(Set.of("upper")).names()).containsExactly("upper");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> registry.only(Set.of("uper")))
                .withMessageContaining("there is no function 'uper'");
    }

    private Object both(String source, Map<String, ?> row) {
        Expression compiled = compiler.compile(source);
        Object value = compiled.evaluate(row);
        assertThat(compiled.compiled()).isTrue();
        assertThat(compiler.interpret(source).evaluate(row)).isEqualTo(value);
        return value;
    }

    private static final class Shout implements ExpressionFunction {
        @Override
        public FunctionSpec spec() {
            return FunctionSpec.of("shout(text: string): string", "Loud.");
        }

        @Override
        public Object call(Object[] arguments, CostMeter cost) {
            return arguments[0] + "!";
        }
    }

    private static final class Broken implements ExpressionFunction {
        @Override
        public FunctionSpec spec() {
            return FunctionSpec.of("broken(x: integer): integer", "Fails.");
        }

        @Override
        public Object call(Object[] arguments, CostMeter cost) {
            if (arguments[0].equals(1L)) {
                throw new IllegalStateException("boom");
            }
            return "no integer";
        }
    }
}
