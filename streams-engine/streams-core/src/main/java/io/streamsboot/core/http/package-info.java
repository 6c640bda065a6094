/** What clients of HTTP share. */
@NullMarked
package io.streamsboot.core.http;

import org.jspecify.annotations.NullMarked;
