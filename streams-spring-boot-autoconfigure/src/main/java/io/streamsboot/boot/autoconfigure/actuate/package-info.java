/** Auto-configuration of the operations endpoint. */
@NullMarked
package io.streamsboot.boot.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
