/**
 * Where pipelines come from and who hears of them: a {@link io.streamsboot.pipeline.host.PipelineHost} gives definitions and
 * topics, says whether a pipeline goes on, and receives its build record.
 */
@NullMarked
package io.streamsboot.pipeline.host;

import org.jspecify.annotations.NullMarked;
