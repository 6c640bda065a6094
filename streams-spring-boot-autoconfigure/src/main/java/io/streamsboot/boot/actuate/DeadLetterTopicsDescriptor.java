package io.streamsboot.boot.actuate;

import io.streamsboot.core.deadletter.DeadLetterSummary;
import io.streamsboot.core.failure.Stage;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * All topics of dead letters.
 *
 * @param topics the topics, by name
 * @param upToDate whether the cluster has just been asked; otherwise these are older counts
 */
public record DeadLetterTopicsDescriptor(Map<String, TopicDescriptor> topics, boolean upToDate)
        implements OperationResponseBody {

    /**
     * One topic.
     *
     * @param topologies topologies that write to it
     * @param total dead letters in it; null if it was never counted
     * @param open those that were neither replayed nor purged
     * @param oldest when the oldest open one failed, or null
     * @param newest when the newest open one failed, or null
     * @param stages open ones by stage
     * @param exceptions open ones by class name of the last cause
     * @param countedUpTo by partition, the offset before which everything is counted
     */
    public record TopicDescriptor(
            Set<String> topologies,
            @Nullable Long total,
            @Nullable Long open,
            @Nullable Instant oldest,
            @Nullable Instant newest,
            Map<String, Long> stages,
            Map<String, Long> exceptions,
            Map<Integer, Long> countedUpTo) {

        static TopicDescriptor of(Set<String> topologies, @Nullable DeadLetterSummary summary) {
            if (summary == null) {
                return new TopicDescriptor(topologies, null, null, null, null, Map.of(), Map.of(), Map.of());
            }
            Map<String, Long> stages = new TreeMap<>();
            for (Map.Entry<Stage, Long> stage : summary.stages().entrySet()) {
                stages.put(stage.getKey().text(), stage.getValue());
            }
            return new TopicDescriptor(
                    topologies,
                    summary.total(),
                    summary.open(),
                    summary.ages().oldest(),
                    summary.ages().newest(),
                    stages,
                    new TreeMap<>(summary.exceptions()),
                    new TreeMap<>(summary.countedUpTo()));
        }
    }
}
