package io.streamsboot.topology;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Topics that a topology needs do not exist: they must be created, by hand or by policy. */
public final class MissingTopicsException extends StreamsTopologyException {

    private static final long serialVersionUID = 1L;

    private final String[] topics;

    /**
     * A new error.
     *
     * @param topology name of the topology
     * @param topics names of the topics that are missing, not empty
     * @param detail what was tried, appended to the description
     * @param cause what led to it, if anything
     */
    public MissingTopicsException(String topology, Set<String> topics, String detail, @Nullable Throwable cause) {
        super(
                "Topology '" + topology + "' needs topics that do not exist: " + String.join(", ", topics) + detail
                        + ".",
                "Create them, correct their names in the definition, or set streams.topologies." + topology
                        + ".missing-topics.policy to 'create' or 'wait'.",
                cause);
        this.topics = topics.toArray(String[]::new);
    }

    /**
     * The missing topics.
     *
     * @return their names, not empty
     */
    public List<String> topics() {
        return List.of(topics);
    }
}
