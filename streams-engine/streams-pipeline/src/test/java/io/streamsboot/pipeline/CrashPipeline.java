package io.streamsboot.pipeline;

import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.ExpressionFunction;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import io.streamsboot.pipeline.expression.FunctionSpec;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * The program that {@link CrashIT} kills: a join and an aggregate of two topics, and an aggregate of what the join makes. It
 * says how often a row was read, joined, or came of a window, as {@code joined 17}.
 */
final class CrashPipeline {

    static final long IDLE_MS = 2_500;
    static final List<String> OUTPUTS = List.of("pairs", "late-pairs", "shops", "late-shops", "sums");

    private static final String DEFINITION = """
            name: crash
            idleTimeoutMs: %d
            onIdle: close
            datasets:
              orders:     { topic: orders, time: at }
              payments:   { topic: payments, time: at }
              pairs:      { topic: pairs-RUN }
              late-pairs: { topic: late-pairs-RUN }
              shops:      { topic: shops-RUN }
              late-shops: { topic: late-shops-RUN }
              sums:       { topic: sums-RUN }
            stages:
              - inputs: [orders, payments]
                output: pairs
                steps:
                  - { op: filter, expression: "say('read')" }
                  - { op: streamJoin, type: outer, on: [order], windowMs: 700, allowedLatenessMs: 800, late: late-pairs,
                      rightRename: { at: paidAt, id: payment } }
                  - { op: filter, expression: "say('joined')" }
              - inputs: [orders]
                output: shops
                steps:
                  - { op: windowedAggregate, windowMs: 2000, slideMs: 500, allowedLatenessMs: 200, late: late-shops,
                      groupBy: [shop], aggs: [ { op: count, alias: orders }, { op: sum, column: amount, alias: sum },
                        { op: last, column: id, alias: last }, { op: distinct, column: order, alias: distinct } ] }
                  - { op: filter, expression: "say('closed')" }
              - inputs: [pairs]
                output: sums
                steps:
                  - { op: windowedAggregate, windowMs: 1000, groupBy: [shop], aggs: [ { op: count, alias: pairs },
                        { op: count, column: payment, alias: paid }, { op: avg, column: amount, alias: average } ] }
            """.formatted(IDLE_MS);

    private CrashPipeline() {}

    /** Arguments: servers, directory of the state. */
    public static void main(String[] args) throws InterruptedException {
        try (ManagedTopologies topologies = start("killed", args[0], args[1], System.out::println)) {
            System.out.println("topologies " + topologies.all().size());
            new CountDownLatch(1).await();
        }
    }

    /** The pipeline, with topics for the outputs of one run. */
    static Pipeline pipeline(String run, Consumer<String> log) {
        return new PipelineCompiler(FunctionRegistry.standard().with(List.of(new Say(log))))
                .compile(PipelineDefinition.read("crash.yaml", DEFINITION.replace("RUN", run)));
    }

    static ManagedTopologies start(String run, String servers, String state, Consumer<String> log) {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "crash-" + run);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
        config.put(StreamsConfig.STATE_DIR_CONFIG, state);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
        // The process that comes after a killed one takes its place, and waits for no session.
        config.put("group.instance.id", "the-one");
        ManagedTopologies topologies = ManagedTopologies.builder()
                .add(TopologySpec.of("main", pipeline(run, log), TopologyOptions.of(config)))
                .build();
        topologies.start();
        return topologies;
    }

    /** Tells that a row passes, and how many did before. */
    private record Say(Consumer<String> log, Map<String, Integer> counts) implements ExpressionFunction {

        private static final FunctionSpec SPEC = FunctionSpec.of("say(what: string): boolean", "Counts aloud.");

        Say(Consumer<String> log) {
            this(log, new ConcurrentHashMap<>());
        }

        @Override
        public FunctionSpec spec() {
            return SPEC;
        }

        @Override
        public Boolean call(@Nullable Object[] arguments, CostMeter cost) {
            String what = String.valueOf(arguments[0]);
            log.accept(what + " " + counts.merge(what, 1, Integer::sum));
            return true;
        }
    }
}
