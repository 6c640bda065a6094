/** The operations endpoint of managed topologies. */
@NullMarked
package io.streamsboot.boot.actuate;

import org.jspecify.annotations.NullMarked;
