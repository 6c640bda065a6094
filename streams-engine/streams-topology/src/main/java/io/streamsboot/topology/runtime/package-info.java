/** The managed life of a topology: options, states, restarts, quarantine, shutdown. */
@NullMarked
package io.streamsboot.topology.runtime;

import org.jspecify.annotations.NullMarked;
