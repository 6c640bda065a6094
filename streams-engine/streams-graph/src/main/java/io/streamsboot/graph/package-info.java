/** Graphs of operators over a typed record, which do not know where their records come from. */
@NullMarked
package io.streamsboot.graph;

import org.jspecify.annotations.NullMarked;
