package io.streamsboot.boot.actuate;

import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyFailure;
import io.streamsboot.topology.runtime.TopologyProgress;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * One topology in a few lines.
 *
 * @param applicationId its identity towards Kafka
 * @param state where it is in its life
 * @param since when it got there
 * @param generation number of its current or last client, from 1; 0 before the first
 * @param threads configured number of stream threads
 * @param guarantee configured processing guarantee, by Kafka's name
 * @param groupProtocol configured group protocol, by Kafka's name
 * @param autoStartup whether it starts with the application
 * @param failures failures in a row
 * @param lastError what last went wrong, or null
 * @param nextStart when it is started again, or null
 * @param missingTopics topics that it waits for
 * @param lag records from its last commits to the ends of what it reads, or null if that is not known
 */
public record TopologySummary(
        String applicationId,
        TopologyState state,
        Instant since,
        long generation,
        int threads,
        String guarantee,
        String groupProtocol,
        boolean autoStartup,
        int failures,
        @Nullable TopologyFailure lastError,
        @Nullable Instant nextStart,
        List<String> missingTopics,
        @Nullable Long lag) {

    static TopologySummary of(ManagedTopology topology, TopologyProgress progress) {
        TopologyStatus status = topology.status();
        Map<String, Object> config = topology.options().config();
        return new TopologySummary(
                topology.options().applicationId(),
                status.state(),
                status.since(),
                status.generation(),
                Integer.parseInt(text(config, StreamsConfig.NUM_STREAM_THREADS_CONFIG, "1")),
                text(config, StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE),
                text(config, StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic"),
                topology.options().autoStartup(),
                status.failures(),
                status.failure(),
                status.nextStart(),
                status.missingTopics(),
                progress.totalLag());
    }

    private static String text(Map<String, Object> config, String name, String standard) {
        return String.valueOf(Objects.requireNonNullElse(config.get(name), standard));
    }
}
