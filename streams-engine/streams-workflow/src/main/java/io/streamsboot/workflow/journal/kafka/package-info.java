/** A journal that needs nothing but Kafka. */
@NullMarked
package io.streamsboot.workflow.journal.kafka;

import org.jspecify.annotations.NullMarked;
