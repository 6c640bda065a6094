/** How stores are read, and how an answer is proven. */
@NullMarked
package io.streamsboot.topology.query.internal;

import org.jspecify.annotations.NullMarked;
