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
                Columns row = random.row();
                Object expected = outcome(interpreted, row);
                assertThat(outcome(compiled, row))
                        .as("seed %d, case %d: %s", seed, done, source)
                        .isEqualTo(expected);
                if (expected instanceof Failure failure) {
                    failures.merge(failure.reason, 1, Integer::sum);
                } else {
                    values.merge(ValueKind.of(((Value) expected).value), 1, Integer::sum);
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

    private static Object outcome(Expression expression, Columns row) {
        CostMeter cost = new CostMeter(2_000);
        Object result;
        try {
            result = new Value(expression.evaluate(row, cost), cost.used());
        } catch (EvaluationException e) {
            result = new Failure(e.reason(), e.position(), e.getMessage(), cost.used());
        }
        assertThat(keeps(expression, row)).isEqualTo(keeps(result));
        return result;
    }

    private static String keeps(Expression expression, Columns row) {
        try {
            return String.valueOf(expression.test(row, new CostMeter(2_000)));
        } catch (EvaluationException e) {
            return "fails";
        }
    }

    private static String keeps(Object outcome) {
        if (outcome instanceof Value value && (value.value == null || value.value instanceof Boolean)) {
            return String.valueOf(Boolean.TRUE.equals(value.value));
        }
        return "fails";
    }

    private record Value(Object value, long cost) {}

    private record Failure(EvaluationException.Reason reason, int position, String message, long cost) {}
}
