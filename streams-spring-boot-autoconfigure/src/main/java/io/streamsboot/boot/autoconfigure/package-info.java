/** Turns topology beans and {@code streams.*} properties into managed topologies. */
@NullMarked
package io.streamsboot.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
