package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.ColumnResolver;
import io.streamsboot.pipeline.expression.Columns;
import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.Expression;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import io.streamsboot.pipeline.expression.ValueKind;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A parsed expression with the code that evaluates it. */
public final class DefaultExpression implements Expression {

    private final Parser.Result parsed;
    private final Code code;
    private final boolean compiled;

    private DefaultExpression(Parser.Result parsed, Code code, boolean compiled) {
        this.parsed = parsed;
        this.code = code;
        this.compiled = compiled;
    }

    /** Parses and compiles; without a resolver, columns are numbered in order of appearance. */
    public static Expression compile(String source, FunctionRegistry functions, @Nullable ColumnResolver columns) {
        Parser.Result parsed = Parser.parse(source, functions, columns);
        Code code = BytecodeCompiler.compile(parsed.root());
        return code == null
                ? new DefaultExpression(parsed, new Interpreter(parsed.root()), false)
                : new DefaultExpression(parsed, code, true);
    }

    /** Parses, to interpret. */
    public static Expression interpret(String source, FunctionRegistry functions) {
        Parser.Result parsed = Parser.parse(source, functions, null);
        return new DefaultExpression(parsed, new Interpreter(parsed.root()), false);
    }

    @Override
    public String source() {
        return parsed.source();
    }

    @Override
    public List<String> identifiers() {
        return parsed.identifiers();
    }

    @Override
    public Set<ValueKind> kinds() {
        return Kinds.toSet(parsed.root().kinds());
    }

    @Override
    public boolean compiled() {
        return compiled;
    }

    @Override
    public @Nullable Object evaluate(Columns row, CostMeter cost) {
        return code.run(row, cost);
    }

    @Override
    public boolean test(Columns row, CostMeter cost) {
        return code.test(row, cost) == Logic.TRUE;
    }

    @Override
    public String toString() {
        return parsed.source();
    }
}
