/** What every engine shares: backoff, errors that name their way out, and clocks. */
@NullMarked
package io.streamsboot.core;

import org.jspecify.annotations.NullMarked;
