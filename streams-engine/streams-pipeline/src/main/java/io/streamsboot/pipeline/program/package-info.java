/** What programs pipelines may run: where they are, which kinds are allowed, and their limits. */
@NullMarked
package io.streamsboot.pipeline.program;

import org.jspecify.annotations.NullMarked;
