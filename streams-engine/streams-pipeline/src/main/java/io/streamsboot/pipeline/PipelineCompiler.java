package io.streamsboot.pipeline;

import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.expression.ExpressionCompiler;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import io.streamsboot.pipeline.program.ProgramOptions;
import io.streamsboot.pipeline.program.internal.Programs;

/** Compiles pipelines. Thread-safe. */
public final class PipelineCompiler {

    private final ExpressionCompiler expressions;
    private final Programs programs;

    /** A compiler whose expressions know the standard functions. */
    public PipelineCompiler() {
        this(FunctionRegistry.standard());
    }

    /**
     * A compiler of pipelines without programs.
     *
     * @param functions functions that expressions may call
     */
    public PipelineCompiler(FunctionRegistry functions) {
        this(functions, ProgramOptions.NONE);
    }

    /**
     * A compiler.
     *
     * @param functions functions that expressions may call
     * @param programs programs that steps may run
     */
    public PipelineCompiler(FunctionRegistry functions, ProgramOptions programs) {
        this.expressions = new ExpressionCompiler(functions);
        this.programs = new Programs(programs);
    }

    /**
     * Compiles a pipeline: every step, column, and expression is checked, before anything is consumed.
     *
     * @param definition the pipeline
     * @return the compiled pipeline
     * @throws io.streamsboot.pipeline.definition.PipelineException if it cannot be run; the message names the step
     */
    public Pipeline compile(PipelineDefinition definition) {
        return new Pipeline(definition, expressions, programs);
    }
}
