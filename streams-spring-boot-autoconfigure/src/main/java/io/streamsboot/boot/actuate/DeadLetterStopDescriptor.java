package io.streamsboot.boot.actuate;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What a stop did.
 *
 * @param stopped whether there was something at work; it ends after the batch that is under way
 */
public record DeadLetterStopDescriptor(boolean stopped) implements OperationResponseBody {}
