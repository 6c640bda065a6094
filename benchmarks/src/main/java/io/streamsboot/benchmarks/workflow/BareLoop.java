package io.streamsboot.benchmarks.workflow;

import io.streamsboot.benchmarks.harness.Contestant;
import io.streamsboot.benchmarks.harness.Measurement;
import io.streamsboot.benchmarks.managed.BenchCluster;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
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
        String id = "bench-" + UUID.randomUUID();
        String output = "out-" + id;
        cluster.createTopic(output);
        Map<TopicPartition, Long> ends = cluster.endOffsets(input);
        long records = ends.values().stream().mapToLong(Long::longValue).sum();
        RoundClock clock = new RoundClock();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(() -> loop(id, output, records, clock), "bare");
        thread.setUncaughtExceptionHandler((same, thrown) -> failure.set(thrown));
        thread.start();
        try {
            Measurement measurement = clock.await(records, () -> {
                if (failure.get() != null) {
                    throw new IllegalStateException(failure.get());
                }
                return cluster.hasCommitted(id, ends);
            });
            thread.join();
            WorkflowContestant.check(name(), cluster, output, records);
            return measurement;
        } finally {
            thread.interrupt();
            thread.join();
            cluster.delete(output, id);
        }
    }

    private void loop(String group, String output, long records, RoundClock clock) {
        Map<String, Object> reading = Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "group.id",
                group,
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
            consumer.subscribe(java.util.List.of(input));
            long next = System.nanoTime() + COMMIT_NANOS;
            while (clock.count() < records) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(20))) {
                    clock.begins();
                    producer.send(new ProducerRecord<>(output, record.key(), record.value()));
                    clock.handled();
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
