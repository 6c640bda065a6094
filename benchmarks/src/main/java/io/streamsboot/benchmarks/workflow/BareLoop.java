package io.streamsboot.benchmarks.workflow;

import io.streamsboot.benchmarks.harness.Contestant;
import io.streamsboot.benchmarks.harness.Measurement;
import io.streamsboot.benchmarks.managed.BenchCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Reads, writes, and commits as often as a workflow does, at-least-once, in one thread: what nothing can be faster than. */
record BareLoop(BenchCluster cluster, String input) implements Contestant {

    private static final long COMMIT_NANOS = 25_000_000;

    @Override
    public String name() {
        return "bare";
    }

    @Override
    public Measurement round() throws Exception {
        return TopicRound.of(name(), cluster, input, this::run);
    }

    private Measurement run(TopicRound round) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(() -> loop(round), "bare");
        thread.setUncaughtExceptionHandler((same, thrown) -> failure.set(thrown));
        thread.start();
        try {
            Measurement measurement = round.clock().await(round.records(), () -> {
                if (failure.get() != null) {
                    throw new IllegalStateException(failure.get());
                }
                return round.committed().getAsBoolean();
            });
            thread.join();
            return measurement;
        } finally {
            thread.interrupt();
            thread.join();
        }
    }

    private void loop(TopicRound round) {
        Map<String, Object> reading = Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "group.id",
                round.group(),
                "auto.offset.reset",
                "earliest",
                "isolation.level",
                "read_committed",
                "max.poll.records",
                1_000,
                "enable.auto.commit",
                false);
        Map<String, Object> writing = Map.of("bootstrap.servers", cluster.bootstrapServers(), "acks", "all");
        try (KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer())) {
            consumer.subscribe(List.of(input));
            long next = System.nanoTime() + COMMIT_NANOS;
            while (round.clock().count() < round.records()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(20))) {
                    round.clock().begins();
                    producer.send(new ProducerRecord<>(round.output(), record.key(), record.value()));
                    round.clock().handled();
                }
                if (System.nanoTime() - next >= 0) {
                    producer.flush();
                    consumer.commitAsync();
                    next = System.nanoTime() + COMMIT_NANOS;
                }
            }
            producer.flush();
            consumer.commitSync();
        }
    }
}
