package io.streamsboot.pipeline;

import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.expression.ExpressionCompiler;
import io.streamsboot.pipeline.expression.FunctionRegistry;

/** Compiles pipelines. Thread-safe. */
public final class PipelineCompiler {

    private final ExpressionCompiler expressions;

    /** A compiler whose expressions know the standard functions. */
    public PipelineCompiler() {
        this(FunctionRegistry.standard());
    }

    /**
     * A compiler.
     *
     * @param functions functions that expressions may call
     */
    public PipelineCompiler(FunctionRegistry functions) {
        this.expressions = new ExpressionCompiler(functions);
    }

    /**
     * Compiles a pipeline: every step, column, and expression is checked, before anything is consumed.
     *
     * @param definition the pipeline
     * @return the compiled pipeline
     * @throws io.streamsboot.pipeline.definition.PipelineException if it cannot be run; the message names the step
     */
    public Pipeline compile(PipelineDefinition definition) {
        return new Pipeline(definition, expressions);
    }
}
