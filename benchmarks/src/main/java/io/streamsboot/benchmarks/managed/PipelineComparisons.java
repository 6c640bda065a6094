package io.streamsboot.benchmarks.managed;

import io.streamsboot.benchmarks.harness.Comparison;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Pipelines against Kafka Streams written by hand, all on bare Kafka Streams with at-least-once, over rows of 132 bytes. Holds the
 * input that all of them read.
 */
public final class PipelineComparisons implements AutoCloseable {

    private static final String INPUT = "benchmark-rows";
    private static final int KEYS = 10_000;

    /** The windows are done only when the last of their records are committed, which must not wait long. */
    private static final Map<String, Object> OFTEN = Map.of(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);

    private final BenchCluster cluster;
    private final Input input;
    private final FlightRows rows;
    private final long records;

    private PipelineComparisons(BenchCluster cluster, Input input, FlightRows rows, long records) {
        this.cluster = cluster;
        this.input = input;
        this.rows = rows;
        this.records = records;
    }

    /**
     * Connects to a broker; the input is written when it is first needed.
     *
     * @param bootstrapServers address of the broker
     * @param records records of the input
     * @return the comparisons' common ground
     */
    public static PipelineComparisons prepare(String bootstrapServers, long records) {
        BenchCluster cluster = new BenchCluster(bootstrapServers);
        FlightRows rows = new FlightRows();
        Input input = new Input(cluster, INPUT, topic -> cluster.fill(topic, records, KEYS, rows::next));
        return new PipelineComparisons(cluster, input, rows, records);
    }

    /**
     * The comparisons.
     *
     * @return filter and project against a byte scanner, Jackson's streams and Jackson's trees; ten steps against ten operators;
     *     windows against the DSL's
     */
    public List<Comparison> comparisons() {
        return List.of(
                comparison(
                        "pipeline, filter and project",
                        Map.of(),
                        new HandWritten("byte scanner", FilterAndProject::scanner, rows::late),
                        new PipelineWorkload(FilterAndProject.STEPS, rows::late),
                        new HandWritten("Jackson streaming", FilterAndProject::streaming, rows::late),
                        new HandWritten("Jackson tree", FilterAndProject::tree, rows::late)),
                comparison(
                        "pipeline, ten steps",
                        Map.of(),
                        new TenOperators(rows::late),
                        new PipelineWorkload(TenOperators.STEPS, rows::late)),
                comparison(
                        "pipeline, windowed aggregate",
                        OFTEN,
                        new WindowedAggregate(records),
                        WindowedAggregate.asPipeline(records)));
    }

    private Comparison comparison(String name, Map<String, Object> settings, Workload... workloads) {
        return new Comparison(
                name,
                List.of(workloads).stream()
                        .map(workload -> new StreamsContestant(
                                workload.title(),
                                new BareRuntime(),
                                workload,
                                Guarantee.AT_LEAST_ONCE,
                                settings,
                                cluster,
                                input))
                        .toList());
    }

    @Override
    public void close() {
        cluster.close();
    }
}
