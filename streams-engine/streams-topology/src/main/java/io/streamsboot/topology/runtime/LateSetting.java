package io.streamsboot.topology.runtime;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value in the configuration of a topology that is known only when the topology starts, such as the address of a server
 * that has to listen first. Asked with each start; null leaves the setting out.
 */
@FunctionalInterface
public interface LateSetting extends Supplier<@Nullable String> {}
