package io.streamsboot.benchmarks.workflow;

import io.confluent.parallelconsumer.ParallelConsumerOptions;
import io.confluent.parallelconsumer.ParallelConsumerOptions.ProcessingOrder;
import io.confluent.parallelconsumer.ParallelStreamProcessor;
import io.streamsboot.benchmarks.harness.ProcessorTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Copies a topic with {@code parallel-consumer-core}, in the order of keys, with the same work for each record as the
 * workflows have. Runs in a JVM of its own, since it needs older clients. Arguments: address of the broker, input, output,
 * group, records, how many at a time. Prints how long it took from the first record to the last, and its processor time.
 */
final class ParallelConsumerApplication {

    /** Begins the line with what was measured: nanoseconds of both. */
    static final String RESULT = "RESULT ";

    private ParallelConsumerApplication() {}

    public static void main(String[] args) throws InterruptedException {
        String servers = args[0];
        long records = Long.parseLong(args[4]);
        Map<String, Object> reading = Map.of(
                "bootstrap.servers",
                servers,
                "group.id",
                args[3],
                "auto.offset.reset",
                "earliest",
                "isolation.level",
                "read_committed",
                "enable.auto.commit",
                false);
        Map<String, Object> writing = Map.of("bootstrap.servers", servers, "acks", "all");
        ParallelConsumerOptions<byte[], byte[]> options = ParallelConsumerOptions.<byte[], byte[]>builder()
                .ordering(ProcessingOrder.KEY)
                .maxConcurrency(Integer.parseInt(args[5]))
                .consumer(new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer()))
                .producer(new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer()))
                .build();
        AtomicLong begin = new AtomicLong();
        AtomicLong left = new AtomicLong(records);
        CountDownLatch done = new CountDownLatch(1);
        long cpu = ProcessorTime.ofProcess();
        long nanos;
        try (ParallelStreamProcessor<byte[], byte[]> processor =
                ParallelStreamProcessor.createEosStreamProcessor(options)) {
            processor.subscribe(List.of(args[1]));
            processor.pollAndProduce(context -> {
                begin.compareAndSet(0, System.nanoTime());
                BlockingWork.run();
                if (left.decrementAndGet() == 0) {
                    done.countDown();
                }
                return new ProducerRecord<>(args[2], context.key(), context.value());
            });
            done.await();
            nanos = System.nanoTime() - begin.get();
            processor.closeDrainFirst();
        }
        System.out.println(RESULT + nanos + " " + (ProcessorTime.ofProcess() - cpu));
    }
}
