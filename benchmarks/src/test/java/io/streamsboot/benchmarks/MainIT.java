package io.streamsboot.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.streamsboot.benchmarks.harness.ComparisonResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainIT {

    /** One of each kind; what the other pipelines write is compared without a broker. */
    private static final String COMPARISONS = String.join(
            ";",
            "keyed count, at-least-once",
            "dead letters, exactly-once",
            "graph against keyed count, exactly-once",
            "pipeline, windowed aggregate");

    /** Each round checks its own counts, and throws if one is wrong. */
    @Test
    void comparesEachWorkload() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        List<ComparisonResult> results;
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            results = Main.run(Options.parse("--smoke", "--records=2000", "--only=" + COMPARISONS), out);
        }

        assertThat(results)
                .extracting(
                        ComparisonResult::name,
                        result -> result.series().stream()
                                .map(ComparisonResult.Series::contestant)
                                .toList())
                .containsExactly(
                        tuple("keyed count, at-least-once", List.of("bare", "managed")),
                        tuple("dead letters, exactly-once", List.of("off", "wired", "failing")),
                        tuple(
                                "graph against keyed count, exactly-once, 100 ms commits",
                                List.of("keyed count", "graph")),
                        tuple("pipeline, windowed aggregate", List.of("DSL", "pipeline")));
        assertThat(results)
                .allSatisfy(result -> assertThat(result.series())
                        .hasSizeGreaterThan(1)
                        .allSatisfy(series -> assertThat(series.rounds())
                                .singleElement()
                                .satisfies(round -> assertThat(round.records()).isEqualTo(2000))));
        long contestants =
                results.stream().mapToLong(result -> result.series().size()).sum();
        assertThat(printed.toString(StandardCharsets.UTF_8).lines().filter(line -> line.startsWith("|")))
                .hasSize((int) (2 + contestants));
    }
}
