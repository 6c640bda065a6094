package io.streamsboot.topology.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.topology.graph.TopologyGraph.Edge;
import io.streamsboot.topology.graph.TopologyGraph.GlobalStore;
import java.util.regex.Pattern;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.junit.jupiter.api.Test;

class TopologyGraphTests {

    @Test
    void showsNodesEdgesTopicsStoresAndSubTopologies() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable("names", Materialized.as("names-store"));
        builder.<String, String>stream("in", Consumed.as("source"))
                .groupBy((key, value) -> value, Grouped.as("by-value"))
                .count(Named.as("count"), Materialized.as("counts"))
                .toStream(Named.as("changes"))
                .to("out", Produced.as("sink"));

        TopologyGraph graph = TopologyGraph.of(builder.build());

        assertThat(graph.sourceTopics()).containsExactly("in", "names");
        assertThat(graph.sinkTopics()).containsExactly("out");
        assertThat(graph.internalTopics()).containsExactly("by-value-repartition");
        assertThat(graph.stores()).containsExactly("counts", "names-store");
        assertThat(graph.globalStores()).containsExactly(new GlobalStore("names-store", "names"));
        assertThat(graph.subTopologies()).hasSize(2);
        assertThat(graph.subTopologies().get(1).edges()).contains(new Edge("count", "changes"));
        assertThat(graph.readsByPattern()).isFalse();
    }

    @Test
    void drawsAFlowchart() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.as("source")).to("out\"1", Produced.as("sink"));

        assertThat(TopologyGraph.of(builder.build()).mermaid())
                .isEqualTo("""
                        flowchart LR
                          subgraph s0["sub-topology 0"]
                            n0["source"]
                            n1["sink"]
                            n0 --> n1
                          end
                          t0(["in"]) --> n0
                          n1 --> t1(["out#quot;1"])
                        """.replace("t0([\"in\"])", "t0").replace("t1([\"out#quot;1\"])", "t1")
                        + "  t0([\"in\"])\n  t1([\"out#quot;1\"])\n");
    }

    @Test
    void doesNotTakeAPatternForTheNameOfATopic() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(Pattern.compile("in-.*")).to("out");

        TopologyGraph graph = TopologyGraph.of(builder.build());

        assertThat(graph.readsByPattern()).isTrue();
        assertThat(graph.sourceTopics()).isEmpty();
    }
}
