package io.streamsboot.benchmarks.managed;

import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;

/** What a topology does with the input. Keys and values are bytes, so that conversion does not hide other costs. */
interface Workload {

    String title();

    /** Adds the topology, which reads {@code input}, passes each record through the meter, and may write {@code output}. */
    void define(StreamsBuilder builder, Meter meter, String input, String output);

    /** Whether nothing is under way any more within the topology, once the input is committed. */
    default boolean isDone(BenchCluster cluster, String group) {
        return true;
    }

    /**
     * Checks what came out, once everything is committed.
     *
     * @throws IllegalStateException if records are missing or too many
     */
    void check(KafkaStreams streams, BenchCluster cluster, String output, long records);
}
