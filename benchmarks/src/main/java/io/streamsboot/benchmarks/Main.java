package io.streamsboot.benchmarks;

import io.streamsboot.benchmarks.harness.Comparison;
import io.streamsboot.benchmarks.harness.ComparisonResult;
import io.streamsboot.benchmarks.harness.Table;
import io.streamsboot.benchmarks.managed.ManagedAgainstBare;
import io.streamsboot.benchmarks.managed.PipelineComparisons;
import io.streamsboot.devbroker.DevBroker;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Runs the comparisons against a broker in this JVM, and prints their table. */
final class Main {

    private Main() {}

    /**
     * Runs the program.
     *
     * @param args see {@link Options#USAGE}
     */
    public static void main(String[] args) throws Exception {
        run(Options.parse(args), System.out);
    }

    static List<ComparisonResult> run(Options options, PrintStream out) throws Exception {
        out.println(machine());
        List<ComparisonResult> results = new ArrayList<>();
        // Deleted topics go at once, or their files would pile up during a long run.
        try (DevBroker broker = DevBroker.builder()
                        .property("log.segment.delete.delay.ms", "1000")
                        .start();
                ManagedAgainstBare managed = ManagedAgainstBare.prepare(broker.bootstrapServers(), options.records());
                PipelineComparisons pipelines =
                        PipelineComparisons.prepare(broker.bootstrapServers(), options.records())) {
            List<Comparison> comparisons = new ArrayList<>(managed.comparisons(options.contestants()::contains));
            comparisons.addAll(managed.graphComparisons());
            comparisons.addAll(pipelines.comparisons());
            for (Comparison comparison : comparisons) {
                if (options.only().stream().anyMatch(comparison.name()::startsWith)) {
                    results.add(
                            options.slices()
                                    ? comparison.runInSlices(options.rounds(), out::println)
                                    : comparison.run(options.rounds(), out::println));
                }
            }
        }
        out.println();
        out.print(Table.markdown(results));
        return results;
    }

    private static String machine() {
        Runtime runtime = Runtime.getRuntime();
        return "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + ", " + runtime.availableProcessors() + " processors, heap of "
                + runtime.maxMemory() / (1024 * 1024) + " MiB";
    }
}
