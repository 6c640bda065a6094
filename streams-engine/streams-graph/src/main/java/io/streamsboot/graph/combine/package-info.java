/** Bringing streams of records together before a graph, and several graphs behind one stream. */
@NullMarked
package io.streamsboot.graph.combine;

import org.jspecify.annotations.NullMarked;
