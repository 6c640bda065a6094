/** Operators that a user writes, and how their state becomes bytes. */
@NullMarked
package io.streamsboot.graph.operator;

import org.jspecify.annotations.NullMarked;
