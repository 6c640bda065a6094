package io.streamsboot.pipeline.expression;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function that expressions can call. Implement it to add one of your own. It must be thread-safe, must not wait for
 * anything, and must give the same result for the same arguments: rows are processed again after a failure.
 */
public interface ExpressionFunction {

    /**
     * Name, parameters and description.
     *
     * @return always the same
     */
    FunctionSpec spec();

    /**
     * Computes the result for one row. The number of arguments and their kinds have been checked against the
     * {@link #spec()}; unless it says that the function takes nulls, no argument is null.
     *
     * @param arguments the values, as many as were written; not to be kept
     * @param cost to charge before work that grows with the data
     * @return a value of one of the types of {@link ValueKind}
     * @throws EvaluationException if there is no result for these arguments
     */
    @Nullable Object call(@Nullable Object[] arguments, CostMeter cost);

    /**
     * A version of this function for a call some of whose arguments are literals, so that their preparation (a pattern, a
     * time zone) happens once and their errors show when the expression is compiled.
     *
     * @param literals values of the arguments that are literals, by position from 0; without those that are null
     * @return the function to call, with the same {@link #spec()}
     * @throws EvaluationException if a literal is not acceptable
     */
    default ExpressionFunction bind(Map<Integer, Object> literals) {
        return this;
    }
}
