package io.streamsboot.benchmarks.managed;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.Node;
import io.streamsboot.graph.Signal;
import io.streamsboot.graph.kafka.GraphDefinition;
import io.streamsboot.graph.kafka.GraphDefinitionBuilder;
import io.streamsboot.graph.kafka.StateOptions;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;

/**
 * SMA(20), EMA(50) and their cross for each key, with the state in memory and its changelog. The value that goes on is the
 * record's own, so that as many bytes are written as by a passthrough; or none does, as in a count. The graph comes on top of
 * all that a passthrough has: source, meter and sink.
 */
final class GraphWorkload implements Workload {

    private final boolean writes;

    GraphWorkload(boolean writes) {
        this.writes = writes;
    }

    @Override
    public String title() {
        return "graph";
    }

    @Override
    public void define(StreamsBuilder builder, Meter meter, String input, String output) {
        Graph<byte[], byte[]> graph = Graph.define(byte[].class, g -> {
            Signal first = g.number(bytes -> (double) bytes[0]);
            Signal fast = first.sma(20);
            Signal slow = first.ema(50);
            Node<byte[]> record = g.value(bytes -> bytes);
            Node<byte[]> crossed = g.combine(fast, slow, fast.cross(slow), record, (f, s, crossing, bytes) -> bytes);
            return crossed.orElse(record);
        });
        GraphDefinitionBuilder<byte[], byte[], byte[]> definition = GraphDefinition.of(graph)
                .from(Serdes.ByteArray(), Serdes.ByteArray(), input)
                .state(StateOptions.DEFAULT.withStorage(StateOptions.Storage.IN_MEMORY));
        (writes ? definition.to(output, Serdes.ByteArray()) : definition.then(stream -> {}))
                .build()
                .define(new MeteredBuilder(builder, meter), "graph");
    }

    @Override
    public void check(KafkaStreams streams, BenchCluster cluster, String output, long records) {
        long written = cluster.countCommitted(output, writes ? records : 0);
        if (written != (writes ? records : 0)) {
            throw new IllegalStateException(written + " records came out of " + records);
        }
    }
}
