/** Graphs in memory: against ta4j, against a loop written by hand, per step, and with a million keys. */
@NullMarked
package io.streamsboot.benchmarks.graph;

import org.jspecify.annotations.NullMarked;
