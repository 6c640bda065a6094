package io.streamsboot.workflow.runtime;

import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/** What tests ask a broker. */
final class Clusters {

    private Clusters() {}

    static KafkaProducer<String, String> producer(DevBroker broker) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()), new StringSerializer(), new StringSerializer());
    }

    /** Sends records to a topic: a key, a value, a key, and so on. */
    static void send(DevBroker broker, String topic, String... keysAndValues) {
        try (KafkaProducer<String, String> producer = producer(broker)) {
            for (int i = 0; i < keysAndValues.length; i += 2) {
                producer.send(new ProducerRecord<>(topic, keysAndValues[i], keysAndValues[i + 1]));
            }
        }
    }

    /** Waits until the group of each workflow has committed all that its topic of plain records has. */
    static void awaitDone(DevBroker broker, List<String> ids, int partitions, Duration patience) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            for (String id : ids) {
                await(id + " to be done")
                        .atMost(patience)
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> isDone(admin, "group-" + id, "in-" + id, partitions));
            }
        }
    }

    /** Whether a group has committed all that a topic of plain records has. */
    private static boolean isDone(Admin admin, String group, String topic, int partitions) throws Exception {
        var committed = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get(10, TimeUnit.SECONDS);
        for (int i = 0; i < partitions; i++) {
            TopicPartition partition = new TopicPartition(topic, i);
            long end = admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                    .partitionResult(partition)
                    .get(10, TimeUnit.SECONDS)
                    .offset();
            var offset = committed.get(partition);
            if (end > 0 && (offset == null || offset.offset() < end)) {
                return false;
            }
        }
        return true;
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return text(record.headers().lastHeader(name).value());
    }
}
