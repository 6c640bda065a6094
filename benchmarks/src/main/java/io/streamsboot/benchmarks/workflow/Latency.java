package io.streamsboot.benchmarks.workflow;

import io.streamsboot.benchmarks.managed.BenchCluster;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.runtime.Workflows;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * How much later a reader sees what a workflow makes of a record than it sees the record itself, while records come
 * at half of the rate that the same workflow takes without a pause. Producer, workflow, broker and reader share the machine.
 *
 * @param contestant the workflow
 * @param warmUps how many times it takes all of the input without a pause before the time for the rate is taken
 * @param seconds how long records come; half of it warms up and is not counted
 */
record Latency(BenchCluster cluster, WorkflowContestant contestant, int warmUps, int seconds) {

    private static final int KEYS = 10_000;
    private static final int VALUE_BYTES = 200;
    private static final int PARTITIONS = 4;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    /** What was measured, as a row of a table: name, records a second, and added milliseconds at the median, p99 and most. */
    String measure() throws Exception {
        for (int i = 0; i < warmUps; i++) {
            contestant.round();
        }
        double full = contestant.round().recordsPerSecond();
        int rate = (int) (full / 2);
        int records = rate * seconds;
        String id = UUID.randomUUID().toString();
        String input = "paced-" + id;
        String group = "latency-" + id;
        String output = group + "-out";
        cluster.createTopic(input);
        cluster.createTopic(output);
        try (Journal journal = contestant.journals().get();
                Workflows workflows = contestant.workflows(input, output, group, journal, contestant.handler());
                Arrivals arrivals = new Arrivals(cluster.bootstrapServers(), input, output, PARTITIONS, records)) {
            workflows.start();
            double sent = send(input, records, rate);
            await(arrivals, records);
            return row(sent, arrivals, records);
        } finally {
            cluster.delete(input, group);
        }
    }

    /** Sends records when they are due, and answers how many a second that were. */
    private double send(String input, int records, int rate) {
        Map<String, Object> config = Map.of("bootstrap.servers", cluster.bootstrapServers());
        SplittableRandom random = new SplittableRandom(7);
        long begin = System.nanoTime();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int record = 0; record < records; record++) {
                long due = begin + (long) (record * 1e9 / rate);
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(Math.max(left, 500_000));
                }
                byte[] value = new byte[VALUE_BYTES];
                ByteBuffer.wrap(value).putInt(record);
                byte[] key = ByteBuffer.allocate(Integer.BYTES)
                        .putInt(random.nextInt(KEYS))
                        .array();
                producer.send(new ProducerRecord<>(input, key, value));
            }
        }
        return records * 1e9 / (System.nanoTime() - begin);
    }

    private static void await(Arrivals arrivals, int records) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (arrivals.count() < records) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("only " + arrivals.count() + " of " + records + " records came out");
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    private String row(double sent, Arrivals arrivals, int records) {
        int first = records / 2;
        long[] added = new long[records - first];
        for (int i = 0; i < added.length; i++) {
            added[i] = arrivals.added(first + i);
        }
        Arrays.sort(added);
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %.1f | %.1f | %.1f |",
                contestant.name(),
                sent,
                millis(added, 0.5),
                millis(added, 0.99),
                millis(added, 1));
    }

    private static double millis(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.ceil(sorted.length * share))] / 1e6;
    }
}
