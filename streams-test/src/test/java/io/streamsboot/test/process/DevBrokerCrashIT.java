package io.streamsboot.test.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.devbroker.DevBrokerException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(ProcessExtension.class)
class DevBrokerCrashIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    /** So long the successor of a killed broker waits. */
    private static final String SESSION = "broker.session.timeout.ms";

    private static final String SESSION_MILLIS = "2000";

    @Test
    void aKeptDirectorySurvivesAKill(Processes processes, @TempDir Path temp) throws Exception {
        Path kept = temp.resolve("kept");
        JavaProcess process = processes
                .java(DevBroker.class)
                .args("--directory=" + kept, "--topic=orders:1", "--property=" + SESSION + "=" + SESSION_MILLIS)
                .heap(512)
                .readyWhenLine("^READY ")
                .start(SOON);
        String servers = servers(process);
        send(servers, "before");
        assertThatThrownBy(() -> DevBroker.builder().directory(kept).start())
                .isInstanceOf(DevBrokerException.class)
                .hasMessageContaining("in use");

        process.kill();
        long begin = System.nanoTime();
        process.restart();
        System.out.printf(
                "a JVM with one node was ready %d ms after a kill%n",
                Duration.ofNanos(System.nanoTime() - begin).toMillis());

        assertThat(servers(process)).isEqualTo(servers);
        send(servers, "after");
        assertThat(read(servers, 2)).containsExactly("before", "after");
        process.kill();
        try (DevBroker broker = DevBroker.builder()
                .directory(kept)
                .property(SESSION, SESSION_MILLIS)
                .start()) {
            assertThat(read(broker.bootstrapServers(), 2)).containsExactly("before", "after");
        }
    }

    @Test
    void terminatesInOrder(Processes processes, @TempDir Path temp) {
        JavaProcess process = processes
                .java(DevBroker.class)
                .args("--directory=" + temp.resolve("kept"))
                .heap(512)
                .readyWhenLine("^READY ")
                .start(SOON);

        assertThat(process.terminate(SOON)).isEqualTo(128 + 15);
    }

    private static String servers(JavaProcess process) {
        return process.awaitLine(line -> line.startsWith("READY "), SOON).substring("READY ".length());
    }

    private static void send(String servers, String value) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers), new StringSerializer(), new StringSerializer())) {
            Future<?> sent = producer.send(new ProducerRecord<>("orders", value));
            sent.get(30, TimeUnit.SECONDS);
        }
    }

    private static List<String> read(String servers, int expected) {
        List<String> values = new ArrayList<>();
        TopicPartition partition = new TopicPartition("orders", 0);
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers), new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = System.nanoTime() + SOON.toNanos();
            while (values.size() < expected && System.nanoTime() < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }
}
