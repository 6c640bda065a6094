package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.ExpressionFunction;
import io.streamsboot.pipeline.expression.FunctionSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function of the standard library.
 *
 * @param spec name, parameters and description
 * @param body computes the result
 * @param binder makes a body for a call with literals; null if there is nothing to prepare
 * @param example an expression without columns that shows the function
 * @param result the expression's value, as an expression
 */
public record Builtin(
        FunctionSpec spec, Body body, @Nullable Binder binder, String example, String result)
        implements ExpressionFunction {

    /** Prepares a call. */
    @FunctionalInterface
    public interface Binder {

        /** The body to use, null for the usual one. */
        @Nullable Body bind(Map<Integer, Object> literals);
    }

    /** A function that is not called with nulls. */
    public static Builtin of(String signature, String description, Body body, String example, String result) {
        return new Builtin(FunctionSpec.of(signature, description), body, null, example, result);
    }

    /** The same, called with nulls too. */
    public Builtin takingNulls() {
        return new Builtin(spec.takingNulls(), body, binder, example, result);
    }

    /** The same, prepared for literals. */
    public Builtin binding(Binder newBinder) {
        return new Builtin(spec, body, newBinder, example, result);
    }

    @Override
    public @Nullable Object call(@Nullable Object[] arguments, CostMeter cost) {
        return body.call(arguments, cost);
    }

    @Override
    public ExpressionFunction bind(Map<Integer, Object> literals) {
        Body bound = binder == null ? null : binder.bind(literals);
        return bound == null ? this : new Builtin(spec, bound, null, example, result);
    }
}
