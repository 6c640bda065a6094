/** How instances of an application ask each other for what their stores hold. */
@NullMarked
package io.streamsboot.boot.query;

import org.jspecify.annotations.NullMarked;
