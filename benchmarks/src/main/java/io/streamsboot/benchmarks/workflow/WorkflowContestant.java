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
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

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
        return TopicRound.of(name, cluster, input, this::run);
    }

    private Measurement run(TopicRound round) throws Exception {
        RecordHandler<byte[]> timed = (value, context) -> {
            round.clock().begins();
            Object result = handler.handle(value, context);
            round.clock().handled();
            return result;
        };
        try (Journal journal = journals.get();
                Workflows workflows = workflows(input, round.output(), round.group(), journal, timed)) {
            workflows.start();
            Measurement measurement =
                    round.clock().await(round.records(), untilCommitted ? round.committed() : () -> true);
            if (!untilCommitted) {
                round.clock().await(round.records(), round.committed());
            }
            return measurement;
        }
    }

    /** The workflow over any topics. */
    Workflows workflows(String from, String to, String group, Journal journal, RecordHandler<byte[]> work) {
        return Workflows.builder(Map.of("bootstrap.servers", cluster.bootstrapServers()))
                .journal(journal)
                .workflow(WorkflowDefinition.builder("bench")
                        .from(from, RecordCodec.bytes())
                        .to(to, RecordCodec.bytes())
                        .group(group)
                        .options(options)
                        .handler(work))
                .build();
    }
}
