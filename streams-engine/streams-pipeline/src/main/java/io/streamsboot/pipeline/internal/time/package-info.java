/** Event time: when rows happened, and what is known of those to come. */
@NullMarked
package io.streamsboot.pipeline.internal.time;

import org.jspecify.annotations.NullMarked;
