package io.streamsboot.pipeline.expression;

import io.streamsboot.pipeline.expression.internal.DefaultExpression;

/**
 * Compiles expressions.
 *
 * <pre>{@code
 * Expression late = new ExpressionCompiler().compile("delay_minutes >= 15");
 * late.evaluate(Map.of("delay_minutes", 20)); // true
 * }</pre>
 *
 * Thread-safe. Compile once and evaluate often: every compiled expression is a class, unloaded with the expression.
 */
public final class ExpressionCompiler {

    private final FunctionRegistry functions;

    /** A compiler that knows the standard functions. */
    public ExpressionCompiler() {
        this(FunctionRegistry.standard());
    }

    /**
     * A compiler.
     *
     * @param functions functions that expressions may call
     */
    public ExpressionCompiler(FunctionRegistry functions) {
        this.functions = functions;
    }

    /**
     * Compiles an expression whose columns may have any name. The position of a column is its place in
     * {@link Expression#identifiers()}.
     *
     * @param source the expression
     * @return the compiled expression
     * @throws ExpressionException if it is not well-formed
     */
    public Expression compile(String source) {
        return DefaultExpression.compile(source, functions, null);
    }

    /**
     * Compiles an expression over known columns.
     *
     * @param source the expression
     * @param columns finds the columns
     * @return the compiled expression
     * @throws ExpressionException if it is not well-formed or reads a column that the resolver does not know
     */
    public Expression compile(String source, ColumnResolver columns) {
        return DefaultExpression.compile(source, functions, columns);
    }

    /**
     * The same expression without bytecode of its own: the reference that {@link #compile(String)} is tested against.
     *
     * @param source the expression
     * @return an expression that is interpreted
     * @throws ExpressionException if it is not well-formed
     */
    public Expression interpret(String source) {
        return DefaultExpression.interpret(source, functions);
    }
}
