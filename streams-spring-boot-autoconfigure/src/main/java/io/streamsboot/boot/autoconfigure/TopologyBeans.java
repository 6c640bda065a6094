package io.streamsboot.boot.autoconfigure;

import io.streamsboot.boot.StreamProcessor;
import io.streamsboot.topology.ProcessorDefinition;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.TypedTopology;
import io.streamsboot.topology.runtime.TopologySpec.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.Topology;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Finds every bean that declares a topology or a part of one. */
final class TopologyBeans {

    private final ConfigurableListableBeanFactory beanFactory;
    private final Map<String, Source> sources = new TreeMap<>();
    private final Map<String, String> origins = new HashMap<>();

    private TopologyBeans(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /**
     * Collects the topologies of an application.
     *
     * @return what each does, by its name, in alphabetical order
     */
    static Map<String, Source> collect(
            ConfigurableListableBeanFactory beanFactory,
            Map<String, GraphProperties> graphs,
            Collection<TopologyContributor> contributors) {
        TopologyBeans beans = new TopologyBeans(beanFactory);
        beans.collect();
        GraphBeans.collect(beanFactory, graphs)
                .forEach((name, source) -> beans.add(name, source, "GraphDefinition bean '" + name + "'"));
        for (TopologyContributor contributor : contributors) {
            contributor
                    .topologies()
                    .forEach((name, definition) ->
                            beans.add(name, new Source.Functional(definition), contributor.origin(name)));
        }
        return beans.sources;
    }

    private void collect() {
        beanFactory
                .getBeansOfType(TopologyDefinition.class)
                .forEach((name, bean) ->
                        add(name, new Source.Functional(bean), "TopologyDefinition bean '" + name + "'"));
        beanFactory
                .getBeansOfType(TypedTopology.class)
                .forEach((name, bean) -> add(name, new Source.Typed(bean), "TypedTopology bean '" + name + "'"));
        beanFactory
                .getBeansOfType(Topology.class)
                .forEach((name, bean) -> add(name, new Source.Plain(bean), "Topology bean '" + name + "'"));
        Map<String, List<Part>> parts = new TreeMap<>();
        parts().forEach(part -> parts.computeIfAbsent(part.definition.topologyName(), name -> new ArrayList<>())
                .add(part));
        parts.forEach((name, members) -> {
            members.sort(Comparator.comparing(part -> part.definition.name()));
            checkUnique(name, members);
            add(
                    name,
                    new Source.Processors(members.stream().map(Part::definition).toList()),
                    members.get(0).origin);
        });
    }

    private List<Part> parts() {
        Map<String, ProcessorDefinition> declared = beanFactory.getBeansOfType(ProcessorDefinition.class);
        List<Part> parts = new ArrayList<>();
        declared.forEach(
                (name, definition) -> parts.add(new Part(definition, "ProcessorDefinition bean '" + name + "'")));
        StreamProcessorBeans annotated = new StreamProcessorBeans(beanFactory, declared.values());
        for (String name : beanFactory.getBeanNamesForAnnotation(StreamProcessor.class)) {
            parts.add(new Part(annotated.definition(name), "@StreamProcessor bean '" + name + "'"));
        }
        return parts;
    }

    private static void checkUnique(String topology, List<Part> members) {
        for (int i = 1; i < members.size(); i++) {
            Part first = members.get(i - 1);
            Part second = members.get(i);
            if (first.definition.name().equals(second.definition.name())) {
                throw new StreamsConfigurationException(
                        "Topology '" + topology + "' has two processors named '" + first.definition.name() + "': "
                                + first.origin + " and " + second.origin + ".",
                        "Give one of them another name or another topology.");
            }
        }
    }

    private void add(String name, Source source, String origin) {
        String other = origins.putIfAbsent(name, origin);
        if (other != null) {
            throw new StreamsConfigurationException(
                    "Two beans declare topology '" + name + "': " + other + " and " + origin + ".",
                    "Rename one of them. Only processors can share a topology.");
        }
        sources.put(name, source);
    }

    private record Part(ProcessorDefinition definition, String origin) {}
}
