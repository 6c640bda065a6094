/**
 * The expressions of declarative pipelines: a small language without side effects, without access to Java and without
 * loops, compiled to bytecode. {@link io.streamsboot.pipeline.expression.ExpressionCompiler} is where to begin.
 */
@NullMarked
package io.streamsboot.pipeline.expression;

import org.jspecify.annotations.NullMarked;
