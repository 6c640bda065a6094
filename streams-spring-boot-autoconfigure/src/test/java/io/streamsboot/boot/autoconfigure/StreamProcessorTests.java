package io.streamsboot.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.boot.StreamProcessor;
import io.streamsboot.topology.ProcessorDefinition;
import io.streamsboot.topology.ProcessorDefinition.Input;
import io.streamsboot.topology.ProcessorDefinition.ProcessorFactory;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologySpec.Source;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;

class StreamProcessorTests {

    record Flight(String origin) {}

    record Delay(int minutes) {}

    @Test
    void classesShareATopologyAndGetTheirDependencies() {
        runner(Flights.class, Filter.class, Count.class).run(context -> {
            assertThat(context).hasNotFailed();
            ManagedTopologies topologies = context.getBean(ManagedTopologies.class);
            assertThat(topologies.all()).singleElement().satisfies(topology -> {
                assertThat(topology.name()).isEqualTo("late-flights");
                assertThat(topology.graph().sourceTopics()).containsExactly("flights");
                assertThat(topology.graph().sinkTopics()).containsExactly("late");
                assertThat(topology.graph().stores()).containsExactly("worst");
                assertThat(topology.graph().internalTopics()).hasSize(1);
            });
        });
    }

    @Test
    void eachTaskGetsAFreshInstanceWithSerdesOfItsTypes() {
        runner(Flights.class, Filter.class, Count.class).run(context -> {
            Map<String, Source> sources = TopologyBeans.collect(
                    context.getSourceApplicationContext().getBeanFactory(), java.util.Map.of(), List.of());
            List<ProcessorDefinition> processors = ((Source.Processors) sources.get("late-flights")).processors();
            ProcessorDefinition count = processors.get(0);
            ProcessorDefinition filter = processors.get(1);
            assertThat(count.name()).isEqualTo("count");
            assertThat(filter.name()).isEqualTo("filter");
            ProcessorFactory.Free free = (ProcessorFactory.Free) filter.processor();
            Object first = free.supplier().get();
            assertThat(first)
                    .isInstanceOf(Filter.class)
                    .isNotSameAs(free.supplier().get());
            assertThat(((Filter) first).flights).isSameAs(context.getBean("flights"));
            assertThat(filter.output().values()).isSameAs(context.getBean("flights"));
            assertThat(filter.output().keys()).isInstanceOf(Serdes.StringSerde.class);
            assertThat(count.input()).isEqualTo(new Input.Processors(List.of("filter")));
            assertThat(count.output().keys()).isInstanceOf(Serdes.StringSerde.class);
            assertThat(count.output().values()).isInstanceOf(Serdes.LongSerde.class);
        });
    }

    @Test
    void beanMethodTellsTypeArgumentsThatTheClassLeavesOpen() {
        runner(Flights.class, OpenTypes.class)
                .run(context -> assertThat(
                                context.getBean(ManagedTopologies.class).all())
                        .singleElement()
                        .satisfies(topology -> assertThat(topology.name()).isEqualTo("open")));
    }

    @Test
    void primarySerdeWins() {
        runner(Flights.class, SecondFlights.class, Filter.class, Count.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void wrongDeclarationsAreExplained() {
        assertRefused("needs a serde for", "Declare a bean of type Serde<Flight>", Filter.class, Stores1.class);
        assertRefused("has no input", "Set either 'from'", NoInput.class);
        assertRefused("has both 'from' and 'after'", "Set either 'from'", TwoInputs.class);
        assertRefused(
                "uses store 'nowhere', which nobody builds. Known stores: [worst]",
                "Declare a bean of type StoreBuilder",
                UnknownStore.class,
                Stores1.class);
        assertRefused("is neither a Processor nor a FixedKeyProcessor", "implement exactly one", NoProcessor.class);
        assertRefused("is not a prototype", "Remove its scope annotation", Singleton.class);
        assertRefused("does not say the type of the keys that it reads", "type arguments", Raw.class);
        assertRefused("has two processors named 'same'", "another name", Same.class);
        assertRefused(
                "several beans are one", "@Primary", Flights.class, ThirdFlights.class, Filter.class, Count.class);
    }

    private static void assertRefused(String description, String action, Class<?>... classes) {
        runner(classes).run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure())
                    .rootCause()
                    .isInstanceOfSatisfying(StreamsConfigurationException.class, failure -> {
                        assertThat(failure.description()).contains(description);
                        assertThat(failure.action()).contains(action);
                    });
        });
    }

    private static ApplicationContextRunner runner(Class<?>... classes) {
        return Contexts.runner().withInitializer(context -> {
            AnnotatedBeanDefinitionReader reader =
                    new AnnotatedBeanDefinitionReader((DefaultListableBeanFactory) context.getBeanFactory());
            reader.register(classes);
        });
    }

    @StreamProcessor(name = "filter", from = "flights", to = "late", topology = "late-flights", repartition = 4)
    static class Filter implements Processor<String, Flight, String, Flight> {

        final Serde<Flight> flights;

        Filter(Serde<Flight> flights) {
            this.flights = flights;
        }

        @Override
        public void process(Record<String, Flight> record) {}
    }

    @StreamProcessor(name = "count", after = "filter", to = "late", stores = "worst", topology = "late-flights")
    static class Count implements FixedKeyProcessor<String, Flight, Long> {
        @Override
        public void process(FixedKeyRecord<String, Flight> record) {}
    }

    @StreamProcessor
    static class NoInput extends Text {}

    @StreamProcessor(from = "in", after = "other")
    static class TwoInputs extends Text {}

    @StreamProcessor(from = "in", stores = "nowhere")
    static class UnknownStore extends Text {}

    @StreamProcessor(from = "in")
    static class NoProcessor {}

    @StreamProcessor(from = "in")
    @Scope("singleton")
    static class Singleton extends Text {}

    @SuppressWarnings("rawtypes")
    @StreamProcessor(from = "in")
    static class Raw implements Processor {
        @Override
        public void process(Record record) {}
    }

    @StreamProcessor(from = "in", to = "out")
    static class Open<V> extends ContextualProcessor<String, V, String, V> {
        @Override
        public void process(Record<String, V> record) {}
    }

    static class Text extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {}
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Stores1.class)
    static class Flights {
        @Bean
        Serde<Flight> flights() {
            return new FlightSerde();
        }

        @Bean
        Serde<Delay> delays() {
            return Serdes.serdeFrom((topic, data) -> new byte[0], (topic, data) -> new Delay(0));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondFlights {
        @Bean
        @Primary
        FlightSerde better() {
            return new FlightSerde();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ThirdFlights {
        @Bean
        FlightSerde other() {
            return new FlightSerde();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Stores1 {
        @Bean
        StoreBuilder<?> worstStore() {
            return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("worst"), Serdes.String(), Serdes.Long());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OpenTypes {
        @Bean
        @Scope("prototype")
        Open<Flight> open() {
            return new Open<>();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Same {
        @Bean
        ProcessorDefinition one() {
            return definition();
        }

        @Bean
        ProcessorDefinition two() {
            return definition();
        }

        private static ProcessorDefinition definition() {
            return ProcessorDefinition.from(Consumed.with(Serdes.String(), Serdes.String()), "in")
                    .process("same", Text::new)
                    .build();
        }
    }

    static final class FlightSerde implements Serde<Flight> {
        @Override
        public Serializer<Flight> serializer() {
            return (topic, data) -> new byte[0];
        }

        @Override
        public Deserializer<Flight> deserializer() {
            return (topic, data) -> new Flight("");
        }
    }
}
