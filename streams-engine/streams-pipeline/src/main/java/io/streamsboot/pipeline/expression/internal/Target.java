package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import io.streamsboot.pipeline.expression.ExpressionFunction;
import io.streamsboot.pipeline.expression.FunctionSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The function of one call, with what is checked before it is called. */
public final class Target {

    /** What computes the result; a class of its own for each function. Public for generated code. */
    public final Body body;

    private final ExpressionFunction function;

    private final int[] kinds;
    private final boolean takesNulls;

    Target(ExpressionFunction function, int arguments) {
        this.function = function;
        this.body = function instanceof Builtin builtin ? builtin.body() : function::call;
        FunctionSpec spec = function.spec();
        this.takesNulls = spec.takesNulls();
        this.kinds = new int[arguments];
        for (int i = 0; i < arguments; i++) {
            kinds[i] = Kinds.of(parameter(spec, i).kinds()) | Kinds.NULL;
        }
    }

    static FunctionSpec.Parameter parameter(FunctionSpec spec, int argument) {
        List<FunctionSpec.Parameter> parameters = spec.parameters();
        return parameters.get(Math.min(argument, parameters.size() - 1));
    }

    int kinds(int argument) {
        return kinds[argument];
    }

    /**
     * Whether to call the function: false if an argument is null and makes the result null.
     *
     * @throws EvaluationException if an argument is of another kind than its parameter
     */
    public boolean accepts(@Nullable Object[] arguments, int position) {
        boolean ready = true;
        for (int i = 0; i < arguments.length; i++) {
            Object argument = arguments[i];
            if (argument == null) {
                ready &= takesNulls;
            } else if (kinds[i] != Kinds.ANY && (Kinds.of(argument) & kinds[i]) == 0) {
                throw wrongKind(argument, i, position);
            }
        }
        return ready;
    }

    private EvaluationException wrongKind(Object argument, int i, int position) {
        FunctionSpec spec = function.spec();
        return new EvaluationException(
                Reason.TYPE,
                spec.name() + ": '" + parameter(spec, i).name() + "' must be " + Kinds.describe(kinds[i]) + ", but is "
                        + Values.describe(argument),
                position,
                null);
    }

    /** What a failed call throws: the row's error with the position of the call. */
    public static RuntimeException failed(RuntimeException failure, int position) {
        return failure instanceof EvaluationException e ? e.at(position) : failure;
    }
}
