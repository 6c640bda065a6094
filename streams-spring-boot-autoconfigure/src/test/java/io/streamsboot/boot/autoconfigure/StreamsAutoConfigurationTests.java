package io.streamsboot.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.topology.NodeHandle;
import io.streamsboot.topology.ProcessorDefinition;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.TypedTopology;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyState;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class StreamsAutoConfigurationTests {

    @Test
    void everyKindOfBeanBecomesATopologyNamedByItsBean() {
        Contexts.runner().withUserConfiguration(AllKinds.class).run(context -> {
            ManagedTopologies topologies = context.getBean(ManagedTopologies.class);
            assertThat(topologies.all())
                    .extracting(ManagedTopology::name)
                    .containsExactly("functional", "pair", "plain", "typed", "untracked");
            assertThat(topologies.all()).allSatisfy(topology -> {
                assertThat(topology.status().state()).isEqualTo(TopologyState.CREATED);
                assertThat(topology.options().applicationId()).isEqualTo("app-" + topology.name());
            });
            assertThat(topologies.find("pair").graph().nodes().map(node -> node.name()))
                    .contains("first", "second");
        });
    }

    @Test
    void plainTopologyBuiltWithTheTopologyConfigBeanLacksNothing() {
        Contexts.runner().withUserConfiguration(AllKinds.class).run(context -> {
            ManagedTopologies topologies = context.getBean(ManagedTopologies.class);
            assertThat(topologies.find("plain").limitations()).isEmpty();
            assertThat(topologies.find("untracked").limitations())
                    .satisfiesExactly(
                            counts -> assertThat(counts).contains("TopologyConfig"),
                            tries -> assertThat(tries).startsWith("tries in place"));
        });
    }

    @Test
    void applicationWithoutTopologiesStartsAndSaysSo(CapturedOutput output) {
        Contexts.runner().run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(ManagedTopologies.class);
            assertThat(context.getBean(ManagedTopologies.class).all()).isEmpty();
            assertThat(output).containsOnlyOnce("There is no topology bean");
        });
    }

    @Test
    void disabledByProperty() {
        Contexts.runner()
                .withBean(TopologyDefinition.class, () -> builder -> builder.stream("in"))
                .withPropertyValues("streams.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ManagedTopologies.class));
    }

    @Test
    void absentWithoutKafkaStreams() {
        Contexts.runner()
                .withClassLoader(new FilteredClassLoader("org.apache.kafka.streams"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("streamsManagedTopologies"));
    }

    @Test
    void ownManagedTopologiesReplaceOurs() {
        try (ManagedTopologies own = ManagedTopologies.builder().build()) {
            Contexts.runner()
                    .withUserConfiguration(AllKinds.class)
                    .withBean("own", ManagedTopologies.class, () -> own)
                    .run(context ->
                            assertThat(context.getBean(ManagedTopologies.class)).isSameAs(own));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AllKinds {

        @Bean
        TopologyDefinition functional() {
            return builder -> builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                    .to("out");
        }

        @Bean
        TypedTopology typed() {
            return nodes -> {
                NodeHandle<String, String> source =
                        nodes.source("source", Consumed.with(Serdes.String(), Serdes.String()), "in");
                nodes.sink("sink", "out", Produced.with(Serdes.String(), Serdes.String()), source);
            };
        }

        @Bean
        Topology plain(TopologyConfig config) {
            StreamsBuilder builder = new StreamsBuilder(config);
            builder.stream("in").mapValues(value -> value).to("out");
            return builder.build();
        }

        @Bean
        Topology untracked() {
            StreamsBuilder builder = new StreamsBuilder();
            builder.stream("in").mapValues(value -> value, Named.as("same")).to("out");
            return builder.build();
        }

        @Bean
        ProcessorDefinition firstBean() {
            return ProcessorDefinition.from(Consumed.with(Serdes.String(), Serdes.String()), "in")
                    .process("first", Nothing::new)
                    .topology("pair")
                    .build();
        }

        @Bean
        ProcessorDefinition secondBean() {
            return ProcessorDefinition.after(String.class, String.class, "first")
                    .process("second", Nothing::new)
                    .topology("pair")
                    .build();
        }
    }

    static final class Nothing implements Processor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {}
    }
}
