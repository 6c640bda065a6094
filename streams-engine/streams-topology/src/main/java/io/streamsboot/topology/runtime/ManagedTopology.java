package io.streamsboot.topology.runtime;

import io.streamsboot.topology.StoreSerdes;
import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.deadletter.SourceSerdes;
import io.streamsboot.topology.graph.TopologyGraph;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/**
 * A topology with a managed life: it starts without blocking anyone, is started again after a failure, and is left alone
 * after too many. Thread-safe.
 */
public interface ManagedTopology {

    /**
     * Name of the topology.
     *
     * @return name of the bean that declares it
     */
    String name();

    /**
     * How it runs.
     *
     * @return its options
     */
    TopologyOptions options();

    /**
     * What it does.
     *
     * @return its graph
     */
    TopologyGraph graph();

    /**
     * Abilities that this topology lacks because of how it was built, or of what its user set.
     *
     * @return what is off, as text; empty if nothing is
     */
    List<String> limitations();

    /**
     * What its definition says about the entries of its stores.
     *
     * @return the declarations, empty if there are none
     */
    default List<StoreSerdes> storeSerdes() {
        return List.of();
    }

    /**
     * Where it is in its life, from memory.
     *
     * @return the present status
     */
    TopologyStatus status();

    /**
     * What its threads work on, from memory.
     *
     * @return the present progress, {@link TopologyProgress#NONE} if nothing runs
     */
    TopologyProgress progress();

    /**
     * What it did with records that failed, from memory.
     *
     * @return counts since the application started
     */
    DeadLetterCounts deadLetters();

    /**
     * How it reads a topic, to show people its records.
     *
     * @param topic name of the topic
     * @return the serdes that its source was given; {@link SourceSerdes#NONE} for a plain {@code Topology}, for topics that
     *     it does not read and for internal ones
     */
    default SourceSerdes serdes(String topic) {
        return SourceSerdes.NONE;
    }

    /**
     * The present client. Do not keep it: a restart replaces it, as {@link TopologyStatus#generation()} tells.
     *
     * @return the client, or null if there is none
     */
    @Nullable KafkaStreams kafkaStreams();

    /** Starts it, if it is not active already, and returns at once. A quarantined topology begins with a clean count. */
    void start();

    /**
     * Stops it and waits until it is closed. Does nothing if it is not active.
     *
     * @param timeout how long to wait
     * @return whether it is closed
     * @throws IllegalStateException if a thread of this topology calls it
     */
    boolean stop(Duration timeout);
}
