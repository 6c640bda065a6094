/** What a topology does with records that fail: which it sets aside, and where to. */
@NullMarked
package io.streamsboot.topology.deadletter;

import org.jspecify.annotations.NullMarked;
