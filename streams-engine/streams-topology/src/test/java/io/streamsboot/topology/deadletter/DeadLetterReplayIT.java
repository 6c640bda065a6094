package io.streamsboot.topology.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.deadletter.DeadLetterProgress;
import io.streamsboot.core.deadletter.DeadLetterProgress.State;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import io.streamsboot.core.deadletter.DeadLetterRequest.Selection;
import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Any mix of failing records, then the cause is mended, then a replay: stores and outputs are those of a run that never
 * failed. The aggregation does not care for the order of records, and what fails does so before it is counted.
 */
@WithDevBroker
class DeadLetterReplayIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> FAULTS = List.of("decode", "process", "serialize", "late");
    private static final int RECORDS = 400;

    private final DevBroker broker;
    private final AtomicBoolean faulty = new AtomicBoolean(true);
    private @Nullable ManagedTopologies topologies;

    @TempDir
    Path state;

    DeadLetterReplayIT(DevBroker broker) {
        this.broker = broker;
    }

    @AfterEach
    void close() {
        if (topologies != null) {
            topologies.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0.02, exactly_once_v2", "2, 0.6, exactly_once_v2", "3, 0.2, at_least_once"})
    void endsAsIfNothingHadFailed(long seed, double share, String guarantee) {
        String id = "replay-" + seed;
        broker.createTopic(id + "-in", 3);
        broker.createTopic(id + "-out", 2);
        Random random = new Random(seed);
        List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();
        Map<String, Long> expected = new TreeMap<>();
        for (int i = 0; i < RECORDS; i++) {
            String value = "group-" + random.nextInt(7);
            expected.merge(value, 1L, Long::sum);
            List<Header> headers = random.nextDouble() < share
                    ? List.of(header(FAULTS.get(random.nextInt(FAULTS.size()))))
                    : List.of();
            byte[] key = ("k" + random.nextInt(30)).getBytes(UTF_8);
            sent.add(new ProducerRecord<>(id + "-in", null, 1_000L + i, key, value.getBytes(UTF_8), headers));
        }
        long bad = sent.stream()
                .filter(record -> record.headers().toArray().length > 0)
                .count();
        Letters.send(broker.bootstrapServers(), sent);
        ManagedTopology topology = run(id, guarantee);
        String dead = id + ".dead-letters";
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(TopicRecords.committed(broker.bootstrapServers(), dead)).hasSize((int) bad);
            assertThat(counts(topology).values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(RECORDS - bad);
        });

        faulty.set(false);
        try (DeadLetters letters =
                DeadLetters.open(Map.of("bootstrap.servers", broker.bootstrapServers()), () -> Set.of(dead))) {
            letters.submit(DeadLetterRequest.replay("mended", dead, Selection.ALL));
            DeadLetterProgress end = await().atMost(PATIENCE)
                    .until(() -> letters.progress(dead, "mended"), progress -> progress.state() != State.RUNNING);
            assertThat(end.counts()).isEqualTo(new DeadLetterProgress.Counts(bad, bad, 0, 0));
            // What failed behind the repartition goes back into the topic between, not to the beginning.
            assertThat(end.targets().keySet()).isSubsetOf(id + "-in", id + "-by-value-repartition");
        }

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(counts(topology)).isEqualTo(expected));
        Map<String, Long> out = new TreeMap<>();
        await().atMost(PATIENCE).untilAsserted(() -> {
            out.clear();
            TopicRecords.committed(broker.bootstrapServers(), id + "-out")
                    .forEach(record -> out.merge(new String(record.value(), UTF_8), 1L, Long::sum));
            assertThat(out).isEqualTo(expected);
        });
        assertThat(topology.status().failures()).isZero();
    }

    private static Header header(String fault) {
        return new RecordHeaders().add(FaultySerde.FAIL, fault.getBytes(UTF_8)).toArray()[0];
    }

    private void define(StreamsBuilder builder, String id) {
        FaultySerde serde = new FaultySerde(faulty);
        KStream<byte[], byte[]> input = builder.stream(id + "-in", Consumed.with(serde, serde))
                .processValues(() -> new Failing<byte[]>("process"), Named.as("early"));
        KStream<String, byte[]> counted = input.selectKey((key, value) -> new String(value, UTF_8))
                .repartition(Repartitioned.<String, byte[]>as("by-value")
                        .withKeySerde(Serdes.String())
                        .withValueSerde(serde)
                        .withNumberOfPartitions(2))
                .processValues(() -> new Failing<String>("late"), Named.as("late"));
        counted.groupByKey(Grouped.with(Serdes.String(), Serdes.ByteArray())).count(Materialized.as("counts"));
        counted.to(id + "-out", Produced.with(Serdes.String(), Serdes.ByteArray()));
    }

    private final class Failing<K> extends ContextualFixedKeyProcessor<K, byte[], byte[]> {

        private final String where;

        Failing(String where) {
            this.where = where;
        }

        @Override
        public void process(FixedKeyRecord<K, byte[]> record) {
            if (faulty.get() && FaultySerde.isToFail(record.headers(), where)) {
                throw new IllegalStateException(where);
            }
            context().forward(record);
        }
    }

    private ManagedTopology run(String id, String guarantee) {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, id);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        TopologyOptions options =
                TopologyOptions.of(config).withDeadLetters(DeadLetterOptions.DEFAULT.withFailuresInARow(0));
        topologies = ManagedTopologies.builder()
                .add(TopologySpec.of("main", builder -> define(builder, id), options))
                .build();
        topologies.start();
        return topologies.find("main");
    }

    private static Map<String, Long> counts(ManagedTopology topology) {
        Map<String, Long> counts = new TreeMap<>();
        if (topology.kafkaStreams() == null) {
            return counts;
        }
        try (var all = topology.kafkaStreams()
                .store(StoreQueryParameters.fromNameAndType(
                        "counts", QueryableStoreTypes.<String, Long>keyValueStore()))
                .all()) {
            all.forEachRemaining(entry -> counts.put(entry.key, entry.value));
        } catch (InvalidStateStoreException e) {
            return Map.of();
        }
        return counts;
    }
}
