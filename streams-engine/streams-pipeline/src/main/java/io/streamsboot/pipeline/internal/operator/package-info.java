/** Steps with state, without Kafka: they run on any ordered store of bytes. */
@NullMarked
package io.streamsboot.pipeline.internal.operator;

import org.jspecify.annotations.NullMarked;
