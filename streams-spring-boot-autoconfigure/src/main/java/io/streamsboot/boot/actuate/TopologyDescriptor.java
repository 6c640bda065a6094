package io.streamsboot.boot.actuate;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.streamsboot.topology.graph.TopologyGraph;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyProgress;
import io.streamsboot.topology.runtime.TopologyProgress.NodeCount;
import io.streamsboot.topology.runtime.TopologyProgress.RestoreProgress;
import io.streamsboot.topology.runtime.TopologyProgress.ThreadProgress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One topology with everything that is known about it.
 *
 * @param name its name
 * @param summary the same as in the list of all, beside the rest instead of in an object of its own
 * @param threads its stream threads with their tasks and partitions
 * @param restores stores that are being filled
 * @param nodes records and failures by node; empty if nodes are not counted
 * @param limitations what is off for it, as text
 * @param groupConfig configs that it sets on its group
 * @param graph its structure
 * @param mermaid its structure as a flowchart in Mermaid's language
 */
public record TopologyDescriptor(
        String name,
        @JsonUnwrapped @JsonIgnoreProperties("threads") TopologySummary summary,
        List<ThreadProgress> threads,
        List<RestoreProgress> restores,
        Map<String, NodeCount> nodes,
        List<String> limitations,
        Map<String, String> groupConfig,
        GraphDescriptor graph,
        String mermaid)
        implements OperationResponseBody {

    static TopologyDescriptor of(ManagedTopology topology) {
        TopologyProgress progress = topology.progress();
        return new TopologyDescriptor(
                topology.name(),
                TopologySummary.of(topology, progress),
                progress.threads(),
                progress.restores(),
                new TreeMap<>(progress.nodes()),
                topology.limitations(),
                topology.options().groupConfig(),
                GraphDescriptor.of(topology.graph()),
                topology.graph().mermaid());
    }

    /**
     * The structure of a topology.
     *
     * @param subTopologies parts that are connected only by topics
     * @param globalStores stores that every instance fills with the whole of a topic
     * @param sourceTopics topics that others provide
     * @param sinkTopics topics that it writes for others
     * @param internalTopics topics that connect its parts, without the application id
     * @param stores names of all stores
     */
    public record GraphDescriptor(
            List<TopologyGraph.SubTopology> subTopologies,
            List<TopologyGraph.GlobalStore> globalStores,
            Set<String> sourceTopics,
            Set<String> sinkTopics,
            Set<String> internalTopics,
            Set<String> stores) {

        static GraphDescriptor of(TopologyGraph graph) {
            return new GraphDescriptor(
                    graph.subTopologies(),
                    graph.globalStores(),
                    graph.sourceTopics(),
                    graph.sinkTopics(),
                    graph.internalTopics(),
                    graph.stores());
        }
    }
}
