package io.streamsboot.benchmarks.workflow;

import io.streamsboot.benchmarks.harness.Measurement;
import io.streamsboot.benchmarks.managed.BenchCluster;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * One round of whoever copies a topic: a group and an output of its own, which are counted and deleted at the end.
 *
 * @param cluster the broker
 * @param group name of the group
 * @param output the topic to write to
 * @param records how many records are to be read
 * @param clock what measures
 * @param committed whether the group has committed all of them
 */
record TopicRound(
        BenchCluster cluster, String group, String output, long records, RoundClock clock, BooleanSupplier committed) {

    /** Does the work. */
    interface Body {

        Measurement run(TopicRound round) throws Exception;
    }

    static Measurement of(String name, BenchCluster cluster, String input, Body body) throws Exception {
        String group = "bench-" + UUID.randomUUID().toString().substring(0, 8);
        String output = "out-" + group;
        cluster.createTopic(output);
        Map<TopicPartition, Long> ends = cluster.endOffsets(input);
        long records = ends.values().stream().mapToLong(Long::longValue).sum();
        try {
            Measurement measurement = body.run(new TopicRound(
                    cluster, group, output, records, new RoundClock(), () -> cluster.hasCommitted(group, ends)));
            long written = cluster.countCommitted(output, records);
            if (written != records) {
                throw new IllegalStateException(name + " wrote " + written + " records instead of " + records);
            }
            return measurement;
        } finally {
            cluster.delete(output, group);
        }
    }
}
