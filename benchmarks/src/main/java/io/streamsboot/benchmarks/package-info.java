/** The program that runs the comparisons. */
@NullMarked
package io.streamsboot.benchmarks;

import org.jspecify.annotations.NullMarked;
