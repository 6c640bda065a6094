package io.streamsboot.graph.value;

import java.time.Instant;

/**
 * A record that came too late to be counted.
 *
 * @param key its key
 * @param timestamp its time
 * @param record the record
 * @param watermark time before which its key takes no more records
 */
public record Late<K, R>(K key, Instant timestamp, R record, Instant watermark) {}
