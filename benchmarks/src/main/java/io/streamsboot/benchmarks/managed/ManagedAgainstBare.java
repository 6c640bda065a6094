package io.streamsboot.benchmarks.managed;

import io.streamsboot.benchmarks.harness.Comparison;
import io.streamsboot.benchmarks.harness.Contestant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.streams.StreamsConfig;

/**
 * A managed topology against the same topology on bare Kafka Streams, with the same properties: passthrough, keyed
 * count and ten empty nodes, at-least-once and exactly-once; and a managed topology with and without dead letters. Holds the
 * input that all of them read.
 */
public final class ManagedAgainstBare implements AutoCloseable {

    private static final String INPUT = "benchmark-input";
    private static final int KEYS = 10_000;
    private static final int VALUE_BYTES = 100;
    private static final int ONE_PERCENT = 100;

    private final BenchCluster cluster;
    private final Input input;

    private ManagedAgainstBare(BenchCluster cluster, Input input) {
        this.cluster = cluster;
        this.input = input;
    }

    /**
     * Connects to a broker; the input is written when it is first needed.
     *
     * @param bootstrapServers address of the broker
     * @param records records of the input
     * @return the comparisons' common ground
     */
    public static ManagedAgainstBare prepare(String bootstrapServers, long records) {
        BenchCluster cluster = new BenchCluster(bootstrapServers);
        return new ManagedAgainstBare(
                cluster, new Input(cluster, INPUT, topic -> cluster.fill(topic, records, KEYS, VALUE_BYTES)));
    }

    /**
     * The comparisons.
     *
     * @param contestants which contestants take part, by name: {@code bare} and {@code managed}; {@code off}, {@code wired}
     *     and {@code failing} for dead letters
     * @return one comparison for each workload and guarantee
     */
    public List<Comparison> comparisons(Predicate<String> contestants) {
        List<Comparison> comparisons = new ArrayList<>();
        for (Workload workload : List.of(new Passthrough(), new KeyedCount(), new TenNodes())) {
            for (Guarantee guarantee : Guarantee.values()) {
                List<Contestant> chosen = new ArrayList<>();
                for (StreamsRuntime runtime : List.of(new BareRuntime(), ManagedRuntime.plain("managed"))) {
                    if (contestants.test(runtime.title())) {
                        chosen.add(new StreamsContestant(runtime, workload, guarantee, cluster, input));
                    }
                }
                add(comparisons, workload.title(), guarantee, chosen);
            }
        }
        for (Guarantee guarantee : Guarantee.values()) {
            add(comparisons, Checked.TITLE, guarantee, deadLetters(guarantee, contestants));
        }
        return comparisons;
    }

    /** The same managed topology without dead letters, with them, and with records that fail. */
    private List<Contestant> deadLetters(Guarantee guarantee, Predicate<String> contestants) {
        Checked clean = new Checked(0);
        Checked failing = new Checked(ONE_PERCENT);
        List<Contestant> chosen = new ArrayList<>();
        if (contestants.test("off")) {
            chosen.add(new StreamsContestant(ManagedRuntime.plain("off"), clean, guarantee, cluster, input));
        }
        if (contestants.test("wired")) {
            chosen.add(new StreamsContestant(
                    ManagedRuntime.settingAside("wired", clean::failing), clean, guarantee, cluster, input));
        }
        if (contestants.test("failing")) {
            chosen.add(new StreamsContestant(
                    ManagedRuntime.settingAside("failing", failing::failing), failing, guarantee, cluster, input));
        }
        return chosen;
    }

    private static void add(
            List<Comparison> comparisons, String title, Guarantee guarantee, List<Contestant> contestants) {
        if (!contestants.isEmpty()) {
            comparisons.add(new Comparison(title + ", " + guarantee.title(), contestants));
        }
    }

    /**
     * A graph on Kafka against what it is measured by, all on bare Kafka Streams.
     *
     * @return one comparison for each guarantee and rival
     */
    public List<Comparison> graphComparisons() {
        List<Comparison> comparisons = new ArrayList<>();
        for (Guarantee guarantee : Guarantee.values()) {
            comparisons.add(graphAgainst(
                    List.of(new Passthrough(), Passthrough.withProcessor()), true, guarantee, "10 s commits", 10_000));
            comparisons.add(graphAgainst(List.of(new KeyedCount()), false, guarantee, "100 ms commits", 100));
        }
        return comparisons;
    }

    private Comparison graphAgainst(
            List<Workload> rivals, boolean writes, Guarantee guarantee, String commits, int commitMillis) {
        Map<String, Object> settings = Map.of(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitMillis);
        List<Contestant> contestants = Stream.concat(rivals.stream(), Stream.of(new GraphWorkload(writes)))
                .<Contestant>map(workload -> new StreamsContestant(
                        workload.title(), new BareRuntime(), workload, guarantee, settings, cluster, input))
                .toList();
        return new Comparison(
                "graph against " + rivals.get(0).title() + ", " + guarantee.title() + ", " + commits, contestants);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
