/** Runs programs: one line in, one line out, on a thread of their own, within limits. */
@NullMarked
package io.streamsboot.pipeline.program.internal;

import org.jspecify.annotations.NullMarked;
