package io.streamsboot.pipeline.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns whose repetitions multiply are refused before they are compiled, be they literals or data. */
class PatternSizeTests {

    @ParameterizedTest
    @Timeout(10)
    @ValueSource(
            strings = {
                "((a{500}){500}){500}",
                "(((((a{9}){9}){9}){9}){9}){9}",
                "((a{0,900}){0,900})*",
                "((a{900,}){900,})+",
                "(?:(?:[a-z]{800}){800})",
                "([^]{}]{500}){500}",
                "(\\p{Greek}{500}){500}",
                "(a\\x{41}{500}){500}",
                "([[:alpha:]]{500}){500}"
            })
    void repetitionsOfRepetitionsAreRefused(String pattern) {
        String literal = "matches(a, '" + pattern.replace("\\", "\\\\") + "')";
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> evaluate(literal, Map.of("a", "x")))
                .withMessageContaining("repeats too much");
        assertThatExceptionOfType(EvaluationException.class)
                .isThrownBy(() -> evaluate("matches('x', a)", Map.of("a", pattern)))
                .withMessageContaining("repeats too much");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a{1000}",
                "(ab){3}c{2,5}",
                "[{}]{3}",
                "\\{5000\\}",
                "\\Q{9000}{9000}\\E",
                "a{x}",
                "a{",
                "x{2}y{3}z{4}(u{5}|v{6}){7}",
                "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\\.[0-9]{1,9})?Z"
            })
    void whatPeopleWriteIsNot(String pattern) {
        assertThat(evaluate("matches('x', a)", Map.of("a", pattern))).isEqualTo(false);
    }

    private static Object evaluate(String expression, Map<String, ?> row) {
        return new ExpressionCompiler().compile(expression).evaluate(row);
    }
}
