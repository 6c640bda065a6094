/** Aggregations whose results do not depend on the order of rows. */
@NullMarked
package io.streamsboot.pipeline.internal.aggregate;

import org.jspecify.annotations.NullMarked;
