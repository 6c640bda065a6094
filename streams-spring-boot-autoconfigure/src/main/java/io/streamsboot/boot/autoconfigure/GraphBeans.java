package io.streamsboot.boot.autoconfigure;

import io.streamsboot.graph.GraphException;
import io.streamsboot.graph.kafka.GraphDefinition;
import io.streamsboot.graph.kafka.StateOptions;
import io.streamsboot.topology.runtime.TopologySpec.Source;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Turns {@link GraphDefinition} beans into topologies. Only loaded where graphs are on the class path. */
final class GraphBeans {

    private static final String CLASS = "io.streamsboot.graph.kafka.GraphDefinition";

    private GraphBeans() {}

    /** What each graph of an application does, by name of its bean. */
    static Map<String, Source> collect(
            ConfigurableListableBeanFactory beanFactory, Map<String, GraphProperties> properties) {
        Map<String, Source> sources = ClassUtils.isPresent(CLASS, beanFactory.getBeanClassLoader())
                ? Definitions.collect(beanFactory, properties)
                : Map.of();
        for (String key : new TreeSet<>(properties.keySet())) {
            if (sources.keySet().stream().noneMatch(name -> same(name, key))) {
                throw new StreamsConfigurationException(
                        "Property '" + key(key) + "' configures a graph that does not exist. Known graphs: "
                                + (sources.isEmpty() ? "none" : new TreeSet<>(sources.keySet())) + ".",
                        "Correct the name, remove the property, or declare a GraphDefinition bean named '" + key
                                + "'.");
            }
        }
        return sources;
    }

    private static String key(String name) {
        return StreamsProperties.GRAPHS + "." + name;
    }

    private static boolean same(String name, String key) {
        return TopologyOptionsFactory.uniform(name).equals(TopologyOptionsFactory.uniform(key));
    }

    /** What names classes of graphs. */
    private static final class Definitions {

        static Map<String, Source> collect(
                ConfigurableListableBeanFactory beanFactory, Map<String, GraphProperties> properties) {
            Map<String, Source> sources = new TreeMap<>();
            beanFactory.getBeansOfType(GraphDefinition.class).forEach((name, bean) -> {
                GraphDefinition<?, ?> definition = configured(name, bean, properties);
                sources.put(name, new Source.Functional(builder -> definition.define(builder, name)));
            });
            return sources;
        }

        private static GraphDefinition<?, ?> configured(
                String name, GraphDefinition<?, ?> bean, Map<String, GraphProperties> properties) {
            GraphDefinition<?, ?> definition = bean;
            for (Map.Entry<String, GraphProperties> entry : properties.entrySet()) {
                if (same(name, entry.getKey())) {
                    try {
                        definition = definition.withState(state(definition.state(), entry.getValue()));
                    } catch (IllegalArgumentException | GraphException e) {
                        throw new StreamsConfigurationException(
                                "Graph '" + name + "' cannot be run as the properties below '" + key(entry.getKey())
                                        + "' say: " + e.getMessage() + ".",
                                "Correct them.");
                    }
                }
            }
            return definition;
        }

        private static StateOptions state(StateOptions declared, GraphProperties properties) {
            StateOptions state = declared;
            Integer hotKeys = properties.getHotKeys();
            if (hotKeys != null) {
                state = state.withHotKeys(hotKeys);
            }
            if (properties.getExpireAfter() != null) {
                state = state.withExpireAfter(properties.getExpireAfter());
            }
            GraphProperties.@Nullable Storage storage = properties.getStorage();
            if (storage != null) {
                state = state.withStorage(StateOptions.Storage.valueOf(storage.name()));
            }
            return state;
        }
    }
}
