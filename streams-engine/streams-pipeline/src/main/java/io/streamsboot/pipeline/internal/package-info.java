/** Stages as programs over JSON bytes, and the topology that runs them. */
@NullMarked
package io.streamsboot.pipeline.internal;

import org.jspecify.annotations.NullMarked;
