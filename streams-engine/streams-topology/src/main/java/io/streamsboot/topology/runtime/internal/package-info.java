/** How managed topologies are built, started, watched and closed. */
@NullMarked
package io.streamsboot.topology.runtime.internal;

import org.jspecify.annotations.NullMarked;
