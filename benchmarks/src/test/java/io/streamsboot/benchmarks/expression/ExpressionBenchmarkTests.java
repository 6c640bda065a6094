package io.streamsboot.benchmarks.expression;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** All ways come to the same. */
class ExpressionBenchmarkTests {

    @Test
    void allComeToTheSame() {
        ExpressionBenchmark compiled = new ExpressionBenchmark();
        ExpressionBenchmark java = new ExpressionBenchmark();
        ExpressionBenchmark spel = new ExpressionBenchmark();
        int trues = 0;
        int nulls = 0;
        for (int i = 0; i < 4_096; i++) {
            boolean condition = compiled.conditionCompiled();
            assertThat(java.conditionInJava()).isEqualTo(condition);
            assertThat(spel.conditionInSpel()).isEqualTo(condition);
            trues += condition ? 1 : 0;
            Object value = compiled.arithmeticCompiled();
            assertThat(java.arithmeticInJava()).isEqualTo(value);
            assertThat(spel.arithmeticInSpel()).isEqualTo(value);
            nulls += value == null ? 1 : 0;
        }
        assertThat(trues).isPositive();
        assertThat(nulls).isPositive();
    }
}
