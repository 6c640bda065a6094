package io.streamsboot.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.kafka.GraphDefinition;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologyState;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class GraphTests {

    @Test
    void aGraphDefinitionBeanBecomesATopology() {
        Contexts.runner().withUserConfiguration(Average.class).run(context -> {
            var topology = context.getBean(ManagedTopologies.class).find("average");
            assertThat(topology.status().state()).isEqualTo(TopologyState.CREATED);
            assertThat(topology.options().applicationId()).isEqualTo("app-average");
            assertThat(topology.limitations()).isEmpty();
            assertThat(topology.graph().nodes().map(node -> node.name())).contains("average", "average-write-back");
        });
    }

    @Test
    void propertiesWinOverTheBean() {
        Contexts.runner()
                .withUserConfiguration(Average.class)
                .withPropertyValues(
                        "streams.graphs.average.hot-keys=7",
                        "streams.graphs.average.expire-after=3h",
                        "streams.graphs.average.storage=in-memory")
                .run(context -> assertThat(context).hasNotFailed());
        Contexts.runner()
                .withUserConfiguration(Average.class)
                .withPropertyValues("streams.graphs.average.hot-keys=0")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("streams.graphs.average")
                        .hasMessageContaining("hotKeys must be at least 1"));
    }

    @Test
    void aGraphThatDoesNotExistIsNamed() {
        Contexts.runner()
                .withUserConfiguration(Average.class)
                .withPropertyValues("streams.graphs.averagge.hot-keys=7")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("streams.graphs.averagge")
                        .hasMessageContaining("[average]"));
    }

    @Test
    void withoutGraphsOnTheClassPathNothingIsMissed() {
        Contexts.runner()
                .withClassLoader(new FilteredClassLoader("io.streamsboot.graph"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ManagedTopologies.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class Average {

        @Bean
        GraphDefinition<Double, Double> average() {
            Graph<Double, Double> graph = Graph.define(
                    Double.class, g -> g.number(Double::doubleValue).sma(3));
            return GraphDefinition.of(graph)
                    .from(Serdes.String(), Serdes.Double(), "numbers")
                    .to("averages", Serdes.Double())
                    .build();
        }
    }
}
