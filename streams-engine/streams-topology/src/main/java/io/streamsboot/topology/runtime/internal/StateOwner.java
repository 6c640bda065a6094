package io.streamsboot.topology.runtime.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers beside a topology's state directory which cluster the state was made from. Offsets in one cluster say nothing
 * about another, so state of another cluster is wiped.
 */
final class StateOwner {

    private static final Logger LOG = LoggerFactory.getLogger(StateOwner.class);

    private final String topology;
    private final Path marker;
    private final Path state;

    StateOwner(String topology, Map<String, Object> config) {
        StreamsConfig streams = new StreamsConfig(config);
        String applicationId = streams.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        Path directory = Path.of(streams.getString(StreamsConfig.STATE_DIR_CONFIG));
        this.topology = topology;
        this.state = directory.resolve(applicationId);
        this.marker = directory.resolve(applicationId + ".cluster-id");
    }

    /**
     * Makes the state belong to a cluster.
     *
     * @param streams client that has not been started, which knows how to wipe its state
     * @param clusterId id of the cluster to which it is about to connect
     */
    void claim(KafkaStreams streams, String clusterId) {
        try {
            if (Files.exists(state)) {
                String owner = Files.exists(marker)
                        ? Files.readString(marker, StandardCharsets.UTF_8).trim()
                        : clusterId;
                if (!owner.equals(clusterId)) {
                    LOG.info(
                            "Topology '{}': wiped the state in {}, which came from cluster {} and not from {}",
                            topology,
                            state,
                            owner,
                            clusterId);
                    streams.cleanUp();
                }
            }
            Files.createDirectories(marker.getParent());
            Files.writeString(marker, clusterId, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + marker + ", which says whose state is in " + state, e);
        }
    }
}
