package io.streamsboot.boot.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streamsboot.boot.autoconfigure.Contexts;
import io.streamsboot.boot.autoconfigure.FakeTopology;
import io.streamsboot.boot.autoconfigure.StreamsAutoConfiguration;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;

class TopologyMetersTests {

    @TempDir
    private Path state;

    @Test
    void metersLiveAsLongAsTheClientOfTheirGeneration() {
        MeterRegistry registry = new SimpleMeterRegistry();
        TopologyMeters meters = new TopologyMeters(registry);
        ManagedTopology topology = new FakeTopology("delays");
        for (long generation = 1; generation <= 2; generation++) {
            try (KafkaStreams streams = client()) {
                meters.onClientCreated(topology, generation, streams);
                assertThat(registry.getMeters()).isNotEmpty().allSatisfy(meter -> {
                    assertThat(meter.getId().getName()).startsWith("kafka.");
                    assertThat(meter.getId().getTag("topology")).isEqualTo("delays");
                });
                assertThat(registry.find("kafka.stream.alive.stream.threads").gauges())
                        .hasSize(1);
                meters.onClientClosed(topology, generation, streams);
            }
            assertThat(registry.getMeters()).isEmpty();
        }
    }

    @Test
    void closingAnUnknownClientDoesNothing() {
        TopologyMeters meters = new TopologyMeters(new SimpleMeterRegistry());
        try (KafkaStreams streams = client()) {
            meters.onClientClosed(new FakeTopology("delays"), 1, streams);
        }
    }

    @Test
    void boundOnlyIfThereIsARegistry() {
        Contexts.runner()
                .withConfiguration(AutoConfigurations.of(StreamsMetricsAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("streamsTopologyMeters"));
        Contexts.runner()
                .withConfiguration(AutoConfigurations.of(StreamsMetricsAutoConfiguration.class))
                .withBean(SimpleMeterRegistry.class)
                .run(context -> assertThat(context).hasNotFailed().hasBean("streamsTopologyMeters"));
        Contexts.runner()
                .withConfiguration(
                        AutoConfigurations.of(StreamsMetricsAutoConfiguration.class, StreamsAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("streamsTopologyMeters"));
    }

    private KafkaStreams client() {
        Properties properties = new Properties();
        properties.put("application.id", "meters");
        properties.put("bootstrap.servers", "localhost:1");
        properties.put("state.dir", state.toString());
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        return new KafkaStreams(builder.build(), properties);
    }
}
