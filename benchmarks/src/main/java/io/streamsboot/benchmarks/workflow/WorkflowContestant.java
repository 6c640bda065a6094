package io.streamsboot.benchmarks.workflow;

import io.streamsboot.benchmarks.harness.Contestant;
import io.streamsboot.benchmarks.harness.Measurement;
import io.streamsboot.benchmarks.managed.BenchCluster;
import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.RecordHandler;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.options.WorkflowOptions;
import io.streamsboot.workflow.runtime.Workflows;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.TopicPartition;

/**
 * A workflow of raw records, from the first to the commit of the last.
 *
 * @param journals makes its journal; none if it is not durable
 * @param untilCommitted whether the clock runs until the last commit, and not just until the last run has ended
 */
record WorkflowContestant(
        String name,
        BenchCluster cluster,
        String input,
        Supplier<Journal> journals,
        UnaryOperator<WorkflowOptions> options,
        RecordHandler<byte[]> handler,
        boolean untilCommitted)
        implements Contestant {

    @Override
    public Measurement round() throws Exception {
        String id = "bench-" + UUID.randomUUID();
        String output = "out-" + id;
        cluster.createTopic(output);
        Map<TopicPartition, Long> ends = cluster.endOffsets(input);
        long records = ends.values().stream().mapToLong(Long::longValue).sum();
        RoundClock clock = new RoundClock();
        BooleanSupplier committed = () -> cluster.hasCommitted(id, ends);
        try {
            Measurement measurement;
            try (Journal journal = journals.get();
                    Workflows workflows = workflows(id, output, journal, clock)) {
                workflows.start();
                measurement = clock.await(records, untilCommitted ? committed : () -> true);
                if (!untilCommitted) {
                    clock.await(records, committed);
                }
            }
            check(name, cluster, output, records);
            return measurement;
        } finally {
            cluster.delete(output, id);
        }
    }

    private Workflows workflows(String id, String output, Journal journal, RoundClock clock) {
        return Workflows.builder(Map.of("bootstrap.servers", cluster.bootstrapServers()))
                .journal(journal)
                .workflow(WorkflowDefinition.builder("bench")
                        .from(input, RecordCodec.bytes())
                        .to(output, RecordCodec.bytes())
                        .group(id)
                        .options(options)
                        .handler((value, context) -> {
                            clock.begins();
                            Object result = handler.handle(value, context);
                            clock.handled();
                            return result;
                        }))
                .build();
    }

    static void check(String name, BenchCluster cluster, String output, long records) {
        long written = cluster.countCommitted(output, records);
        if (written != records) {
            throw new IllegalStateException(name + " wrote " + written + " records instead of " + records);
        }
    }
}
