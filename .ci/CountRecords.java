import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Counts the committed records of topics by reading them, and prints a line for each: arguments are servers and topics. */
class CountRecords {

    public static void main(String[] args) {
        Map<String, Object> config = Map.of("bootstrap.servers", args[0], "isolation.level", "read_committed");
        try (var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            for (String topic : List.of(args).subList(1, args.length)) {
                List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                        .map(info -> new TopicPartition(info.topic(), info.partition()))
                        .toList();
                consumer.assign(partitions);
                consumer.seekToBeginning(partitions);
                Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
                long records = 0;
                while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                    records += consumer.poll(Duration.ofMillis(200)).count();
                }
                System.out.println(records);
            }
        }
    }
}
