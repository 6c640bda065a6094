/**
 * How workflows run. The poll thread belongs to the consumer, the sender thread to the producer, and all state of the
 * partitions to the core thread; they talk through queues. The poll thread runs no user code and waits in one place only:
 * when partitions are revoked.
 */
@NullMarked
package io.streamsboot.workflow.runtime.internal;

import org.jspecify.annotations.NullMarked;
