package io.streamsboot.boot.autoconfigure;

import io.streamsboot.topology.runtime.MissingTopics.Policy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What happens when topics that a topology names do not exist. */
public class MissingTopicsProperties extends NewTopicProperties {

    /**
     * What happens when topics that a topology names do not exist.
     */
    private @Nullable Policy policy;

    /**
     * Time to wait for missing topics before it counts as a failure.
     */
    private @Nullable Duration deadline;

    /**
     * Settings of created topics that differ from the others, by topic.
     */
    private final Map<String, NewTopicProperties> topics = new HashMap<>();

    public @Nullable Policy getPolicy() {
        return policy;
    }

    public void setPolicy(@Nullable Policy policy) {
        this.policy = policy;
    }

    public @Nullable Duration getDeadline() {
        return deadline;
    }

    public void setDeadline(@Nullable Duration deadline) {
        this.deadline = deadline;
    }

    public Map<String, NewTopicProperties> getTopics() {
        return topics;
    }
}
