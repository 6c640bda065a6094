package io.streamsboot.pipeline.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random expressions over random rows: the compiled expression and the interpreted one have the same value, or fail for
 * the same reason at the same position with the same cost. {@code -Dpipeline.expression.cases=1000000} for a long run;
 * {@code -Dpipeline.expression.seed} to repeat one.
 */
class CompiledEqualsInterpretedTests {

    private static final int ROWS = 20;

    private final ExpressionCompiler compiler = new ExpressionCompiler();

    @Test
    void haveTheSameResults() {
        long cases = Long.getLong("pipeline.expression.cases", 60_000);
        long seed = Long.getLong("pipeline.expression.seed", System.nanoTime());
        RandomExpressions random = new RandomExpressions(new Random(seed));
        Map<ValueKind, Integer> values = new EnumMap<>(ValueKind.class);
        Map<EvaluationException.Reason, Integer> failures = new EnumMap<>(EvaluationException.Reason.class);
        int bytecode = 0;
        int expressions = 0;
        for (long done = 0; done < cases; expressions++) {
            String source = random.source();
            Expression compiled;
            Expression interpreted;
            try {
                compiled = compiler.compile(source);
                interpreted = compiler.interpret(source);
            } catch (ExpressionException e) {
                continue;
            }
            bytecode += compiled.compiled() ? 1 : 0;
            for (int i = 0; i < ROWS; i++, done++) {
                Columns row = random.row(compiled.identifiers());
                Outcome expected = Outcome.of(interpreted, row);
                assertThat(Outcome.of(compiled, row))
                        .as("seed %d, case %d: %s", seed, done, source)
                        .isEqualTo(expected);
                if (expected.reason() != null) {
                    failures.merge(expected.reason(), 1, Integer::sum);
                } else {
                    values.merge(ValueKind.of(expected.value()), 1, Integer::sum);
                }
            }
        }
        assertThat(values).as("all kinds of value occur").containsKeys(ValueKind.values());
        assertThat(failures)
                .as("the errors of operators and functions occur")
                .containsKeys(
                        EvaluationException.Reason.TYPE,
                        EvaluationException.Reason.OVERFLOW,
                        EvaluationException.Reason.DIVISION_BY_ZERO,
                        EvaluationException.Reason.DOMAIN,
                        EvaluationException.Reason.COST);
        assertThat(values.values().stream().mapToInt(Integer::intValue).sum())
                .as("most cases have a value")
                .isGreaterThan((int) (cases / 3));
        assertThat(bytecode).as("compiled").isGreaterThan(expressions / 2);
    }
}
