/** Record codecs: how values become bytes and come back. */
@NullMarked
package io.streamsboot.core.codec;

import org.jspecify.annotations.NullMarked;
