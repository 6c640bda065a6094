/**
 * Declarative pipelines: {@link io.streamsboot.pipeline.PipelineCompiler} makes a topology of a
 * {@link io.streamsboot.pipeline.definition.PipelineDefinition}.
 */
@NullMarked
package io.streamsboot.pipeline;

import org.jspecify.annotations.NullMarked;
