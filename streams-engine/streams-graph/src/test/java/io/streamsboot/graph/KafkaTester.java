package io.streamsboot.graph;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.apache.kafka.streams.test.TestRecord;

/** Runs a graph on Kafka Streams without a broker. Records of the topic "ticks" have the tick's key and time. */
final class KafkaTester implements AutoCloseable {

    final TopologyTestDriver driver;
    private final TestInputTopic<String, Tick> ticks;

    KafkaTester(Topology topology, Path directory) {
        var config = new Properties();
        config.putAll(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "test",
                StreamsConfig.STATE_DIR_CONFIG,
                directory.toString(),
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                StreamsConfig.EXACTLY_ONCE_V2,
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class));
        driver = new TopologyTestDriver(topology, config);
        ticks = driver.createInputTopic(
                "ticks", new StringSerializer(), TickSerde.of().serializer());
    }

    void pipe(List<Tick> records) {
        records.forEach(this::pipe);
    }

    void pipe(Tick tick) {
        ticks.pipeInput(new TestRecord<>(tick.key(), tick, java.time.Instant.ofEpochMilli(tick.nanos() / 1_000_000)));
    }

    /** What a topic has got since the last call, by key. */
    List<TestRecord<String, Tick>> late(String topic) {
        return driver.createOutputTopic(
                        topic, Serdes.String().deserializer(), TickSerde.of().deserializer())
                .readRecordsToList();
    }

    @Override
    public void close() {
        driver.close();
    }
}
