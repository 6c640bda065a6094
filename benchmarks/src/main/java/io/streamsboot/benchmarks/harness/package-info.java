/** Contestants that take turns, and what their rounds say about each other. */
@NullMarked
package io.streamsboot.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
