package io.streamsboot.pipeline.row.internal;

/**
 * JSON that is written as it is.
 *
 * @param json one well-formed value
 */
public record Raw(byte[] json) {}
