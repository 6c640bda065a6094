package io.streamsboot.benchmarks.harness;

import io.streamsboot.benchmarks.harness.Statistics.Ratio;
import java.util.List;
import java.util.Locale;

/** Results as a Markdown table. */
public final class Table {

    private static final List<String> HEADER = List.of(
            "comparison",
            "contestant",
            "records/s, median",
            "min … max",
            "ratio (95 % interval)",
            "ratio, fastest quarter",
            "processor µs/record, JVM",
            "ratio",
            "processor ns/record, own threads",
            "ratio",
            "ratio, cheapest quarter");

    private Table() {}

    /**
     * Renders results, one row for each contestant; ratios are to the first contestant of the comparison.
     *
     * @param results what comparisons measured
     * @return a Markdown table
     */
    public static String markdown(List<ComparisonResult> results) {
        StringBuilder table = new StringBuilder();
        row(table, HEADER);
        row(table, HEADER.stream().map(title -> "---").toList());
        for (ComparisonResult result : results) {
            for (int i = 0; i < result.series().size(); i++) {
                row(table, cells(result, result.series().get(i), i == 0));
            }
        }
        return table.toString();
    }

    static String progress(String comparison, String contestant, int round, Measurement measurement) {
        return String.format(
                Locale.ROOT,
                "%-28s %-8s %7s %,9.0f records/s  %6.2f µs JVM  %5.0f ns own threads",
                comparison,
                contestant,
                round > 0 ? "#" + round : "warm-up",
                measurement.recordsPerSecond(),
                measurement.processNanosPerRecord() / 1e3,
                measurement.threadNanosPerRecord());
    }

    private static List<String> cells(ComparisonResult result, ComparisonResult.Series series, boolean isBaseline) {
        ComparisonResult.Series baseline = result.baseline();
        double[] speed = series.recordsPerSecond();
        double[] process = series.processNanosPerRecord();
        double[] thread = series.threadNanosPerRecord();
        return List.of(
                isBaseline ? result.name() : "",
                series.contestant(),
                format("%,.0f", Statistics.median(speed)),
                format("%,.0f … %,.0f", Statistics.min(speed), Statistics.max(speed)),
                isBaseline ? "" : interval(Statistics.medianOfRatios(speed, baseline.recordsPerSecond())),
                isBaseline
                        ? ""
                        : format(
                                "%.3f",
                                Statistics.highestQuarter(speed)
                                        / Statistics.highestQuarter(baseline.recordsPerSecond())),
                format("%.2f", Statistics.median(process) / 1e3),
                isBaseline ? "" : interval(Statistics.medianOfRatios(process, baseline.processNanosPerRecord())),
                format("%.0f", Statistics.median(thread)),
                isBaseline ? "" : interval(Statistics.medianOfRatios(thread, baseline.threadNanosPerRecord())),
                isBaseline
                        ? ""
                        : format(
                                "%.3f",
                                Statistics.lowestQuarter(thread)
                                        / Statistics.lowestQuarter(baseline.threadNanosPerRecord())));
    }

    private static String interval(Ratio ratio) {
        return format("%.3f (%.3f … %.3f)", ratio.value(), ratio.low(), ratio.high());
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    private static void row(StringBuilder table, List<String> cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
