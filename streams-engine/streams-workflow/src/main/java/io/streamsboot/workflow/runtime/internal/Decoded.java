package io.streamsboot.workflow.runtime.internal;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record of a batch.
 *
 * @param record the record
 * @param value its value if there is no failure
 * @param failure why it could not be decoded, or null
 */
record Decoded(
        ConsumerRecord<byte[], byte[]> record,
        @Nullable Object value,
        @Nullable Throwable failure) {}
