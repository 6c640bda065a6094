/** Auto-configuration of the health of managed topologies. */
@NullMarked
package io.streamsboot.boot.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
