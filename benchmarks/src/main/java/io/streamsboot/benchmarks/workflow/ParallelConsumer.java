package io.streamsboot.benchmarks.workflow;

import io.confluent.parallelconsumer.ParallelConsumerOptions;
import io.confluent.parallelconsumer.ParallelConsumerOptions.ProcessingOrder;
import io.confluent.parallelconsumer.ParallelStreamProcessor;
import io.confluent.parallelconsumer.internal.AbstractParallelEoSStreamProcessor;
import io.streamsboot.benchmarks.harness.Contestant;
import io.streamsboot.benchmarks.harness.Measurement;
import io.streamsboot.benchmarks.managed.BenchCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Confluent's parallel consumer in key order, which works on each record and writes it, until the last is done. */
record ParallelConsumer(String name, int concurrency, BenchCluster cluster, String input, Runnable work)
        implements Contestant {

    @Override
    public Measurement round() throws Exception {
        String id = "bench-" + UUID.randomUUID();
        String output = "out-" + id;
        cluster.createTopic(output);
        Map<TopicPartition, Long> ends = cluster.endOffsets(input);
        long records = ends.values().stream().mapToLong(Long::longValue).sum();
        RoundClock clock = new RoundClock();
        Map<String, Object> reading = Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "group.id",
                id,
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                false);
        Map<String, Object> writing = Map.of("bootstrap.servers", cluster.bootstrapServers(), "acks", "all");
        try {
            Measurement measurement;
            try (KafkaProducer<byte[], byte[]> producer =
                            new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
                    ParallelStreamProcessor<byte[], byte[]> processor = processor(reading)) {
                processor.subscribe(List.of(input));
                processor.poll(context -> {
                    clock.begins();
                    work.run();
                    producer.send(new ProducerRecord<>(output, context.key(), context.value()));
                    clock.handled();
                });
                measurement = clock.await(records, () -> !hasFailed(processor));
                processor.closeDrainFirst(Duration.ofSeconds(20));
            }
            WorkflowContestant.check(name, cluster, output, records);
            return measurement;
        } finally {
            cluster.delete(output, id);
        }
    }

    private static boolean hasFailed(ParallelStreamProcessor<?, ?> processor) {
        Exception cause =
                processor instanceof AbstractParallelEoSStreamProcessor<?, ?> known ? known.getFailureCause() : null;
        if (cause != null) {
            throw new IllegalStateException("the parallel consumer has ended", cause);
        }
        return false;
    }

    private ParallelStreamProcessor<byte[], byte[]> processor(Map<String, Object> reading) {
        return ParallelStreamProcessor.createEosStreamProcessor(ParallelConsumerOptions.<byte[], byte[]>builder()
                .consumer(new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer()))
                .ordering(ProcessingOrder.KEY)
                .maxConcurrency(concurrency)
                .ignoreReflectiveAccessExceptionsForAutoCommitDisabledCheck(true)
                .build());
    }
}
