/** How graphs are built, fingerprinted and run over the different sources of records. */
@NullMarked
package io.streamsboot.graph.internal;

import org.jspecify.annotations.NullMarked;
