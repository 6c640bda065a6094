package io.streamsboot.benchmarks.expression;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.Expression;
import io.streamsboot.pipeline.expression.ExpressionCompiler;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** An arithmetic expression and a condition over rows that change, as the pipeline compiles them, in Java, and in SpEL. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ExpressionBenchmark {

    static final String ARITHMETIC = "delay * 60 + distance - 7";
    static final String CONDITION = "delay >= 15 && distance < 1000 && origin != 'PHX'";

    private static final int ROWS = 1 << 12;
    private static final SpelExpressionParser SPEL = new SpelExpressionParser(
            new SpelParserConfiguration(SpelCompilerMode.OFF, ExpressionBenchmark.class.getClassLoader()));

    private final FlightColumns[] rows = FlightColumns.rows(ROWS);
    private final CostMeter cost = new CostMeter();
    private final Expression arithmetic = compile(ARITHMETIC);
    private final Expression condition = compile(CONDITION);
    // With null SpEL's arithmetic throws, where the pipeline's gives null; so it looks first.
    private final org.springframework.expression.Expression spelArithmetic =
            SPEL.parseExpression("delay == null ? null : delay * 60 + distance - 7");
    private final org.springframework.expression.Expression spelCondition =
            SPEL.parseExpression("delay != null && delay >= 15 && distance < 1000 && origin != 'PHX'");
    private int at;

    private static Expression compile(String source) {
        return new ExpressionCompiler(FunctionRegistry.standard()).compile(source, FlightColumns.NAMES::indexOf);
    }

    private FlightColumns next() {
        return rows[at++ & (ROWS - 1)];
    }

    /** The pipeline's. */
    @Benchmark
    public @Nullable Object arithmeticCompiled() {
        cost.reset();
        return arithmetic.evaluate(next(), cost);
    }

    /** By hand. */
    @Benchmark
    public @Nullable Object arithmeticInJava() {
        return ByHand.arithmetic(next());
    }

    /** In SpEL. */
    @Benchmark
    public @Nullable Object arithmeticInSpel() {
        return spelArithmetic.getValue(next());
    }

    /** The pipeline's. */
    @Benchmark
    public boolean conditionCompiled() {
        cost.reset();
        return condition.test(next(), cost);
    }

    /** By hand. */
    @Benchmark
    public boolean conditionInJava() {
        return ByHand.condition(next());
    }

    /** In SpEL. */
    @Benchmark
    public boolean conditionInSpel() {
        return Boolean.TRUE.equals(spelCondition.getValue(next(), Boolean.class));
    }
}
