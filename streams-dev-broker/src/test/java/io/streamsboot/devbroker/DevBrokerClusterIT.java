package io.streamsboot.devbroker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DevBrokerClusterIT {

    @Test
    void losesNoAcknowledgedRecordWhileNodesStopAndStart() throws Exception {
        long begin = System.nanoTime();
        try (DevBroker broker = DevBroker.builder().nodes(3).topic("orders", 3).start()) {
            System.out.printf(
                    "three nodes started in %d ms%n",
                    Duration.ofNanos(System.nanoTime() - begin).toMillis());
            String servers = broker.bootstrapServers();
            AtomicBoolean running = new AtomicBoolean(true);
            AtomicInteger acknowledged = new AtomicInteger();
            AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
            Thread producing = new Thread(() -> produce(broker, running, acknowledged, failure), "producing");
            producing.start();
            try {
                for (int node = 1; node <= 3; node++) {
                    broker.stopNode(node);
                    awaitMore(acknowledged);
                    broker.startNode(node);
                    awaitMore(acknowledged);
                }
            } finally {
                running.set(false);
                producing.join();
            }

            assertThat(failure.get()).isNull();
            assertThat(broker.bootstrapServers()).isEqualTo(servers);
            assertThat(Clients.read(broker, "orders", acknowledged.get(), Map.of()))
                    .hasSize(acknowledged.get());
        }
    }

    private static void awaitMore(AtomicInteger acknowledged) {
        int before = acknowledged.get();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> acknowledged.get() > before + 10);
    }

    private static void produce(
            DevBroker broker,
            AtomicBoolean running,
            AtomicInteger acknowledged,
            AtomicReference<@Nullable Throwable> failure) {
        try (KafkaProducer<String, String> producer = Clients.producer(broker, Map.of("acks", "all"))) {
            while (running.get()) {
                Future<?> sent = producer.send(new ProducerRecord<>("orders", "value"));
                sent.get();
                acknowledged.incrementAndGet();
            }
        } catch (Exception e) {
            failure.set(e);
        }
    }
}
