/** Records that were set aside: their envelope, and a program's way to look at them, replay them and clear them away. */
@NullMarked
package io.streamsboot.core.deadletter;

import org.jspecify.annotations.NullMarked;
