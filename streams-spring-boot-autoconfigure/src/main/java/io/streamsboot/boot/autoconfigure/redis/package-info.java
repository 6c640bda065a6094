/** Auto-configuration of what is kept in Redis. */
@NullMarked
package io.streamsboot.boot.autoconfigure.redis;

import org.jspecify.annotations.NullMarked;
