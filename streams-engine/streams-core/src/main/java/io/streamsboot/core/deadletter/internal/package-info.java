/** How dead letters are read, marked and replayed. */
@NullMarked
package io.streamsboot.core.deadletter.internal;

import org.jspecify.annotations.NullMarked;
