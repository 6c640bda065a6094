package io.streamsboot.pipeline.expression;

import static org.assertj.core.api.Assertions.assertThat;

/** What an expression has for a row: a value, or an error with its message and position; and what it cost. */
record Outcome(Object value, EvaluationException.Reason reason, String message, int position, long cost) {

    private static final long LIMIT = 2_000;

    /** Evaluates an expression, and checks that it is true as a condition if that is its value. */
    static Outcome of(Expression expression, Columns row) {
        CostMeter cost = new CostMeter(LIMIT);
        Outcome outcome;
        try {
            outcome = new Outcome(expression.evaluate(row, cost), null, null, -1, cost.used());
        } catch (EvaluationException e) {
            outcome = new Outcome(null, e.reason(), e.getMessage(), e.position(), cost.used());
        }
        assertThat(keeps(expression, row)).isEqualTo(outcome.keeps());
        return outcome;
    }

    private static String keeps(Expression expression, Columns row) {
        try {
            return String.valueOf(expression.test(row, new CostMeter(LIMIT)));
        } catch (EvaluationException e) {
            return "fails";
        }
    }

    private String keeps() {
        boolean isCondition = reason == null && (value == null || value instanceof Boolean);
        return isCondition ? String.valueOf(Boolean.TRUE.equals(value)) : "fails";
    }
}
