/** Reads definitions and knows at which line everything stands. */
@NullMarked
package io.streamsboot.pipeline.definition.internal;

import org.jspecify.annotations.NullMarked;
