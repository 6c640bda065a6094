package io.streamsboot.benchmarks.managed;

import io.streamsboot.topology.TopologyDefinition;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;

/** A way to run a topology: the contestants. */
interface StreamsRuntime {

    String title();

    /** Starts a topology, without waiting for it. */
    Running start(TopologyDefinition definition, Map<String, Object> config) throws Exception;

    /** A topology that runs. */
    interface Running extends AutoCloseable {

        /** Kafka's client. */
        KafkaStreams client();

        /** Where it is in its life, as text. */
        String state();

        boolean failed();

        /**
         * Checks what only this runtime knows of a round.
         *
         * @throws IllegalStateException if it is not as it should be
         */
        void check(long records);

        /** Stops it and gives up its group membership. */
        @Override
        void close();
    }
}
