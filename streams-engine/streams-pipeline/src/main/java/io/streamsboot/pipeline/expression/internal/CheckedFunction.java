package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import io.streamsboot.pipeline.expression.ExpressionFunction;
import io.streamsboot.pipeline.expression.FunctionSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A user's function: what it throws is an error of the row, and what it returns is made a value or refused. */
public final class CheckedFunction implements ExpressionFunction {

    private final ExpressionFunction function;
    private final FunctionSpec spec;
    private final int returns;

    /** Guards a function. */
    public CheckedFunction(ExpressionFunction function) {
        this.function = function;
        this.spec = function.spec();
        this.returns = Kinds.of(spec.returns()) | Kinds.NULL;
    }

    @Override
    public FunctionSpec spec() {
        return spec;
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public ExpressionFunction bind(Map<Integer, Object> literals) {
        ExpressionFunction bound = function.bind(literals);
        return bound == function ? this : new CheckedFunction(bound);
    }

    @Override
    public @Nullable Object call(@Nullable Object[] arguments, CostMeter cost) {
        Object result;
        try {
            result = Values.normalize(function.call(arguments, cost));
        } catch (EvaluationException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new EvaluationException(Reason.FUNCTION, spec.name() + " failed: " + e, -1, e);
        }
        if ((Kinds.of(result) & returns) == 0) {
            throw new EvaluationException(
                    Reason.FUNCTION,
                    spec.name() + " must return " + Kinds.describe(returns) + ", but returned "
                            + Values.describe(result));
        }
        return result;
    }
}
