/** Health of managed topologies. */
@NullMarked
package io.streamsboot.boot.health;

import org.jspecify.annotations.NullMarked;
