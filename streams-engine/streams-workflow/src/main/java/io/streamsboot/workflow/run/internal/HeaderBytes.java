package io.streamsboot.workflow.run.internal;

import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A header.
 *
 * @param key its name
 * @param value its value, or null
 */
public record HeaderBytes(String key, byte @Nullable [] value) implements Header {}
