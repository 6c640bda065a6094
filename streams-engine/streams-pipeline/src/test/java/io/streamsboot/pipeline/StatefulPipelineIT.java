package io.streamsboot.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import io.streamsboot.topology.runtime.TopologyState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flights that are spread over the partitions of a real topic come to the same, over a restart with an empty disk. */
@WithDevBroker
class StatefulPipelineIT {

    private static final int PARTITIONS = 4;
    private static final String LAST = "{\"departure\":\"2002-01-01T00:00\",\"origin\":\"none\"}";

    private final DevBroker broker;
    private final Random random = new Random(4);

    @TempDir
    Path state;

    StatefulPipelineIT(DevBroker broker) {
        this.broker = broker;
    }

    @Test
    void spreadFlightsComeToWhatTheReferenceHas() throws IOException {
        broker.createTopic("flights", PARTITIONS);
        GoldenFlights.OUTPUTS.forEach(output -> broker.createTopic(output, 2));
        List<String> flights = GoldenFlights.flights();
        Pipeline pipeline = GoldenFlights.pipeline(yaml -> yaml.replace("idleTimeoutMs: 60000", "idleTimeoutMs: 0"));

        send(flights.subList(0, 10_000));
        try (ManagedTopologies topologies = start(pipeline, "first")) {
            await().atMost(Duration.ofSeconds(40))
                    .untilAsserted(() -> assertThat(Topics.values(broker, "months"))
                            .as("January is over in all partitions")
                            .hasSizeGreaterThan(50));
            assertThat(topologies.find("main").status().state()).isEqualTo(TopologyState.RUNNING);
        }
        send(flights.subList(10_000, flights.size()));
        for (int partition = 0; partition < PARTITIONS; partition++) {
            send(partition, LAST);
        }
        send(0, "no json");
        try (ManagedTopologies topologies = start(pipeline, "second")) {
            // Each look reads all.
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> GoldenFlights.assertEqual(found()));
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(Topics.values(broker, "golden.dead-letters"))
                            .isNotEmpty());
            assertThat(topologies.find("main").status().failures()).isZero();
        }
        GoldenFlights.assertEqual(found());
    }

    private ManagedTopologies start(Pipeline pipeline, String directory) {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, pipeline.applicationId("golden"));
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.resolve(directory).toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
        ManagedTopologies topologies = ManagedTopologies.builder()
                .add(TopologySpec.of(
                        "main", pipeline, TopologyOptions.of(config).withDeadLetters(DeadLetterOptions.DEFAULT)))
                .build();
        topologies.start();
        return topologies;
    }

    private void send(List<String> rows) {
        try (var producer = Topics.producer(broker)) {
            rows.forEach(row -> producer.send(
                    new ProducerRecord<>("flights", random.nextInt(PARTITIONS), null, row.getBytes(UTF_8))));
        }
    }

    private void send(int partition, String row) {
        try (var producer = Topics.producer(broker)) {
            producer.send(new ProducerRecord<>("flights", partition, null, row.getBytes(UTF_8)));
        }
    }

    private Map<String, List<String>> found() {
        Map<String, List<String>> found = new HashMap<>();
        GoldenFlights.OUTPUTS.forEach(output -> found.put(output, Topics.values(broker, output)));
        return found;
    }
}
