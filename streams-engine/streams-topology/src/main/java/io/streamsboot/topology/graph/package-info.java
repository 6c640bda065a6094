/** A topology as data: nodes, edges, topics, stores, sub-topologies, and a picture of them. */
@NullMarked
package io.streamsboot.topology.graph;

import org.jspecify.annotations.NullMarked;
