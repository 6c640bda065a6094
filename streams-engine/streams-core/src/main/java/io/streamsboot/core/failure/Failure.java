package io.streamsboot.core.failure;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A failure to be classified.
 *
 * @param stage where it happened
 * @param topology name of the topology, workflow or pipeline
 * @param node name of the step, or null if it is not known
 * @param topic topic of the record that failed: its source, or for {@link Stage#PRODUCE} its target; null if there is
 *     none
 * @param exception what was thrown
 */
public record Failure(
        Stage stage,
        String topology,
        @Nullable String node,
        @Nullable String topic,
        Throwable exception) {

    public Failure {
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(topology, "topology");
        Objects.requireNonNull(exception, "exception");
    }
}
