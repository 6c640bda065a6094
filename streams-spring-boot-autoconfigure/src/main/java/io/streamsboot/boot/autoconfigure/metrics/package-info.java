/** Meters of managed topologies. */
@NullMarked
package io.streamsboot.boot.autoconfigure.metrics;

import org.jspecify.annotations.NullMarked;
