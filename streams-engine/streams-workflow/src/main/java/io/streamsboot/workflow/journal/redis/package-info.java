/** A journal in Redis or Valkey, by Lettuce. */
@NullMarked
package io.streamsboot.workflow.journal.redis;

import org.jspecify.annotations.NullMarked;
