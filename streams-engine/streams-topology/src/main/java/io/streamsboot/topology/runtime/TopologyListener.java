package io.streamsboot.topology.runtime;

import io.streamsboot.core.failure.Stage;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Observes managed topologies. Called on a topology's own lifecycle thread, one call at a time for each topology; what
 * it throws is logged and changes nothing. A listener must not block: it holds up its topology's life.
 */
public interface TopologyListener {

    /**
     * A topology changed its state.
     *
     * @param change what changed
     */
    default void onStateChange(TopologyStateChange change) {}

    /**
     * A new client was made and is about to start.
     *
     * @param topology the topology
     * @param generation number of the client, from 1
     * @param streams the client
     */
    default void onClientCreated(ManagedTopology topology, long generation, KafkaStreams streams) {}

    /**
     * Records failed in a way that was not seen before in this topology since the application started. How often they do is
     * in {@link ManagedTopology#deadLetters()}.
     *
     * @param topology the topology
     * @param stage where they failed
     * @param exception class name of the last cause
     */
    default void onNewFailure(ManagedTopology topology, Stage stage, String exception) {}

    /**
     * A client was closed, or its closing was given up.
     *
     * @param topology the topology
     * @param generation number of the client
     * @param streams the client
     */
    default void onClientClosed(ManagedTopology topology, long generation, KafkaStreams streams) {}
}
