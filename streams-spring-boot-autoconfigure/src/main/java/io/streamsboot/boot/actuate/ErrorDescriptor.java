package io.streamsboot.boot.actuate;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Why something could not be done.
 *
 * @param error what is wrong
 * @param action the way out
 */
public record ErrorDescriptor(String error, String action) implements OperationResponseBody {}
