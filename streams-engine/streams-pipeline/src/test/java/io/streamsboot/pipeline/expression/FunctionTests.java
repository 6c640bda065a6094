package io.streamsboot.pipeline.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The corners of the functions; the reference has an example of each. */
class FunctionTests {

    private final ExpressionCompiler compiler = new ExpressionCompiler();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "length('a😀b') ; 3",
                "substring('a😀b', 1, 1) ; '😀'",
                "substring('abc', -1, 2) ; 'a'",
                "substring('😀😀', 3) ; ''",
                "substring('😀😀', 1, 3) ; '😀'",
                "left('😀😀', 3) ; '😀😀'",
                "substring('abc', 5) ; ''",
                "substring('abc', 1, -1) ; ''",
                "right('a😀b', 2) ; '😀b'",
                "left('abc', 9) ; 'abc'",
                "left('abc', -1) ; ''",
                "indexOf('😀b', 'b') ; 1",
                "indexOf('abc', 'x') ; -1",
                "padStart('abcd', 3, '0') ; 'abcd'",
                "padEnd('', 5, '😀x') ; '😀x😀x😀'",
                "split('', ',') ; ['']",
                "split('a,b,', ',') ; ['a', 'b', '']",
                "join([], ',') ; ''",
                "join([null, 'a', null, 2.5], ',') ; 'a,2.5'",
                "concat('a', [1, 'b'], {k: null}) ; 'a[1,\"b\"]{\"k\":null}'",
                "string('a\\n') == 'a\\n' ; true",
                "string(['\\n']) ; '[\"\\\\u000a\"]'",
                "replace('aaa', 'a', 'bb') ; 'bbbbbb'",
                "upper('straße') ; 'STRASSE'",
                "integer(' 12 ') ; 12",
                "integer('1e3') ; 1000",
                "integer(2.0) ; 2",
                "integer(true) ; 1",
                "integer('9223372036854775807') ; 9223372036854775807",
                "double('-0.5') ; -0.5",
                "decimal(0.1) == decimal('0.1') ; true",
                "boolean(0) ; false",
                "roundTo(1234.5, -2) ; 1200.0",
                "roundTo(1250, -2) ; 1300",
                "roundTo(-2.345, 2) ; -2.35",
                "roundTo(1.005, 2) ; 1.01",
                "roundTo(7, 2) ; 7",
                "roundTo(decimal('2.345'), 2) ; decimal('2.35')",
                "round(-2.5) ; -3.0",
                "floor(decimal('-1.5')) ; decimal('-2')",
                "ceil(5) ; 5",
                "trunc(1.9) ; 1.0",
                "mod(-7, 3) ; 2",
                "min(2, 1.5, decimal('1.25')) ; decimal('1.25')",
                "clamp(-1, 0, 10) ; 0",
                "matches('aaaa', 'a{2}') ; false",
                "find('abc', '[0-9]') ; null",
                "extract('ab', '(a)(c)?', 2) ; null",
                "replaceAll('ab', '(a)(b)', '$2$1') ; 'ba'",
                "replaceAll('1', '1', '\\\\$') ; '$'",
                "splitBy('abc', '') ; ['abc']",
                "findAll('', 'a') ; []",
                "isoTime(parseTime('2026-01-31')) ; '2026-01-31T00:00:00.000Z'",
                "isoTime(parseTime('2026-01-31T12:00:00.123456+02:00')) ; '2026-01-31T10:00:00.123Z'",
                "isoTime(parseTime('2026-01-31T12:00:00+01:00[Europe/Berlin]')) ; '2026-01-31T11:00:00.000Z'",
                "isoTime(parseTime('2026-03-29 02:30', 'yyyy-MM-dd HH:mm', 'Europe/Berlin')) ; '2026-03-29T01:30:00.000Z'",
                "isoTime(0, 'Asia/Tokyo') ; '1970-01-01T09:00:00.000+09:00'",
                "timeBetween(parseTime('2026-03-29', 'yyyy-MM-dd', 'Europe/Berlin'), parseTime('2026-03-30', 'yyyy-MM-dd', 'Europe/Berlin'), 'hour') ; 23",
                "timeBetween(parseTime('2026-10-25', 'yyyy-MM-dd', 'Europe/Berlin'), parseTime('2026-10-26', 'yyyy-MM-dd', 'Europe/Berlin'), 'hour') ; 25",
                "addTime(parseTime('2026-03-28T12:00+01:00'), 1, 'day', 'Europe/Berlin') == parseTime('2026-03-29T12:00+02:00') ; true",
                "isoTime(addTime(parseTime('2026-01-31'), 1, 'month')) ; '2026-02-28T00:00:00.000Z'",
                "isoTime(startOf(parseTime('2026-01-01'), 'week')) ; '2025-12-29T00:00:00.000Z'",
                "isoTime(startOf(parseTime('2026-08-15T13:59Z'), 'quarter')) ; '2026-07-01T00:00:00.000Z'",
                "isoTime(startOf(parseTime('2026-08-15T13:59Z'), 'hour')) ; '2026-08-15T13:00:00.000Z'",
                "weekOfYear(parseTime('2027-01-01')) ; 53",
                "slice([1, 2, 3], -5, 2) ; [1, 2]",
                "slice([1, 2, 3], 2, 1) ; []",
                "first([]) ; null",
                "append(null, 1) ; null",
                "sort(['b', 'a', null]) ; ['a', 'b', null]",
                "distinct([1, 1.0, decimal('1.00'), '1', null, null, [1], [1.0], {a: 1}, {a: 1.0}]) ; [1, '1', null, [1], {a: 1}]",
                "sum([]) ; 0",
                "avg([]) ; null",
                "sum([decimal('0.1'), 0.2]) ; decimal('0.3')",
                "range(3, 1) ; []",
                "keys(merge({a: 1}, {b: 2}, {a: 3})) ; ['a', 'b']",
                "geoDistance(50.03, 8.57, 50.03, 8.57) ; 0.0",
                "geoWithinBox(0, 0, -10, 170, 10, -170) ; false",
                "geoWithinPolygon(0, 180, [[-5, 175], [-5, -175], [5, -175], [5, 175]]) ; true",
                "geoWithinPolygon(0, -178, [[-5, 175], [-5, -175], [5, -175], [5, 175]]) ; true",
                "geoWithinPolygon(0, 0, [[-5, 175], [-5, -175], [5, -175], [5, 175]]) ; false",
                "geoWithinPolygon(0, 1, [[0, 0], [0, 2], [2, 2]]) ; true",
                "geoWithinPolygon(3, 1, [[0, 0], [0, 2], [2, 2]]) ; false",
                "geoWithinVolume(1, 1.5, 1001, [[0, 0], [0, 2], [2, 2]], 0, 1000) ; false",
            })
    void hasAValue(String source, String expected) {
        Object value = compiler.compile(source).evaluate(Map.of());
        Object wanted = compiler.compile(expected).evaluate(Map.of());
        assertThat(ValueKind.of(value)).as("%s is %s", source, value).isEqualTo(ValueKind.of(wanted));
        assertThat(compiler.compile("(" + source + ") == (" + expected + ")").evaluate(Map.of()))
                .as("%s is %s", source, value)
                .isEqualTo(true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "integer(x + 0.5) ; DOMAIN",
                "integer('9223372036854775808') ; OVERFLOW",
                "integer('1e400000000') ; OVERFLOW",
                "integer('abc') ; DOMAIN",
                "double('1e999') ; OVERFLOW",
                "decimal('1e7000') ; OVERFLOW",
                "decimal('1e999999999999') ; DOMAIN",
                "boolean('yes') ; DOMAIN",
                "abs(minimum) ; OVERFLOW",
                "div(x, 0) ; DIVISION_BY_ZERO",
                "mod(x, 0) ; DIVISION_BY_ZERO",
                "div(minimum, -x) ; OVERFLOW",
                "ln(0) ; DOMAIN",
                "sqrt(-1) ; DOMAIN",
                "pow(10, 400) ; OVERFLOW",
                "roundTo(minimum, -1) ; OVERFLOW",
                "roundTo(1.5, 99) ; DOMAIN",
                "min(x, s) ; TYPE",
                "repeat('ab', 2000000000) ; COST",
                "repeat('ab', -1) ; DOMAIN",
                "repeat('', 2000000000) == '' ? 1 / 0 : 0 ; DIVISION_BY_ZERO",
                "padStart('', 9223372036854775807, 'x') ; COST",
                "padStart('', 5, '') ; DOMAIN",
                "replace(repeat('a', 4000), '', repeat('b', 4000)) ; COST",
                "range(0, 9223372036854775807) ; COST",
                "range(minimum, 9223372036854775807) ; COST",
                "split('a', '') ; DOMAIN",
                "matches(s, '(' + s) ; DOMAIN",
                "matches(s, repeat('a', 2000)) ; DOMAIN",
                "extract(s, '(a)', 2) ; DOMAIN",
                "replaceAll('a', 'a', '$7') ; DOMAIN",
                "parseTime('2026-02-30') ; DOMAIN",
                "parseTime('2026-02-30', 'yyyy-MM-dd') ; DOMAIN",
                "parseTime('yesterday') ; DOMAIN",
                "hour(x, s) ; DOMAIN",
                "startOf(x, s) ; DOMAIN",
                "addTime(x, 9223372036854775807, 'year') ; OVERFLOW",
                "addTime(9223372036854775807, 1, 'day') ; OVERFLOW",
                "sort([1, 'a']) ; TYPE",
                "sort([[1]]) ; TYPE",
                "sum(['a']) ; TYPE",
                "sum([9223372036854775807, 1]) ; OVERFLOW",
                "geoDistance(91, 0, 0, 0) ; DOMAIN",
                "geoDistance(0, 181, 0, 0) ; DOMAIN",
                "geoWithinPolygon(0, 0, [[0, 0], [1, 1]]) ; DOMAIN",
                "geoWithinPolygon(0, 0, [[0, 0], [1, 1], 5]) ; DOMAIN",
            })
    void isAnErrorOfTheRow(String source, Reason reason) {
        assertThatExceptionOfType(EvaluationException.class)
                .isThrownBy(
                        () -> compiler.compile(source).evaluate(Map.of("x", 1, "minimum", Long.MIN_VALUE, "s", "text")))
                .satisfies(e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
    }

    @Test
    void measuresKnownDistances() {
        double metres = (double) compiler.compile("geoDistance(50.0333, 8.5706, 40.6398, -73.7789)")
                .evaluate(Map.of());

        assertThat(metres).as("Frankfurt to New York").isCloseTo(6_184_000, within(10_000.0));
    }

    @Test
    void roundsAsDecimalTextDoes() {
        Expression expression = compiler.compile("roundTo(x, digits)");
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            double x = i % 2 == 0 ? random.nextInt(2_000_000) / 1000.0 - 1000 : random.nextGaussian() * 1e6;
            int digits = random.nextInt(6);
            double expected =
                    BigDecimal.valueOf(x).setScale(digits, RoundingMode.HALF_UP).doubleValue();
            assertThat((double) expression.evaluate(Map.of("x", x, "digits", digits)))
                    .as("roundTo(%s, %s)", x, digits)
                    .isEqualTo(expected + 0.0);
        }
    }

    @Test
    @Timeout(20)
    void catastrophicPatternsAreHarmless() {
        String text = "a".repeat(30_000);
        Expression literal = compiler.compile("matches(t, '(a+)+b')");

        assertThat(literal.evaluate(Map.of("t", text))).isEqualTo(false);
        assertThat(compiler.compile("matches(t, p)").evaluate(Map.of("t", text, "p", "(a|a)*b")))
                .isEqualTo(false);
        assertThatExceptionOfType(EvaluationException.class)
                .isThrownBy(() -> compiler.compile("matches(t, p)")
                        .evaluate(Map.of("t", text, "p", "(" + "(a{1,30}){1,30}".repeat(20) + ")")))
                .satisfies(e -> assertThat(e.reason()).isIn(Reason.COST, Reason.DOMAIN));
    }

    @Test
    void readsSignatures() {
        FunctionSpec spec = FunctionSpec.of("f(a: string|list, b?: number): any", "Does.");

        assertThat(spec.minimumArguments()).isEqualTo(1);
        assertThat(spec.maximumArguments()).isEqualTo(2);
        assertThat(spec.parameters().get(0).kinds()).containsExactlyInAnyOrder(ValueKind.STRING, ValueKind.LIST);
        for (String wrong : List.of(
                "f",
                "f(a): string",
                "f(a: text): string",
                "f(a?: string, b: string): string",
                "f(a...: string, b: string): string",
                "1f(): string")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FunctionSpec.of(wrong, "."))
                    .withMessageContaining("cannot be read");
        }
    }
}
