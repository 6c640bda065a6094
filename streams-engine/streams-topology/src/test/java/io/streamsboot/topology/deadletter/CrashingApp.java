package io.streamsboot.topology.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import io.streamsboot.topology.runtime.TopologyState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/**
 * A topology in a process of its own that is killed by its test. Values that begin with "decode", "process" and "large"
 * fail in these ways. It prints READY when it runs, and FAILED when the first record was set aside.
 */
final class CrashingApp {

    private CrashingApp() {}

    /** Arguments: servers, application id, input, output, state directory, commit interval in milliseconds. */
    public static void main(String[] args) throws Exception {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(
                StreamsConfig.STATE_DIR_CONFIG,
                Files.createDirectories(Path.of(args[4])).toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, Integer.parseInt(args[5]));
        // A killed instance is gone: the next one must not wait for its session.
        config.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 6_000);
        config.put(StreamsConfig.consumerPrefix("heartbeat.interval.ms"), 500);
        config.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        config.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), 5_000);
        try (ManagedTopologies topologies = ManagedTopologies.builder()
                .add(TopologySpec.of(
                        "main",
                        builder -> builder.stream(args[2], Consumed.with(Serdes.ByteArray(), values()))
                                .mapValues(CrashingApp::change)
                                .to(args[3], Produced.with(Serdes.ByteArray(), Serdes.String())),
                        TopologyOptions.of(config).withDeadLetters(DeadLetterOptions.DEFAULT.withFailuresInARow(0))))
                .build()) {
            topologies.start();
            watch(topologies);
        }
    }

    private static void watch(ManagedTopologies topologies) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        boolean ready = false;
        boolean failed = false;
        while (!never.await(1, TimeUnit.MILLISECONDS)) {
            var topology = topologies.all().get(0);
            if (!ready && topology.status().state() == TopologyState.RUNNING) {
                ready = true;
                System.out.println("READY");
            }
            if (!failed && !topology.deadLetters().kinds().isEmpty()) {
                failed = true;
                System.out.println("FAILED");
            }
        }
    }

    private static Serde<String> values() {
        Deserializer<String> deserializer = (topic, data) -> {
            String value = new String(data, UTF_8);
            if (value.startsWith("decode")) {
                throw new SerializationException(value);
            }
            return value;
        };
        return Serdes.serdeFrom(Serdes.String().serializer(), deserializer);
    }

    private static String change(String value) {
        if (value.startsWith("process")) {
            throw new IllegalStateException(value);
        }
        return value.startsWith("large") ? value + "x".repeat(200_000) : value;
    }

    static Duration patience() {
        return Duration.ofSeconds(90);
    }
}
