package io.streamsboot.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.benchmarks.harness.ComparisonResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainIT {

    /** Each round checks its own counts, and throws if one is wrong. */
    @Test
    void comparesAllWorkloadsUnderBothGuarantees() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        List<ComparisonResult> results;
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            results = Main.run(Options.parse("--smoke", "--records=2000"), out);
        }

        assertThat(results)
                .extracting(ComparisonResult::name)
                .containsExactly(
                        "passthrough, at-least-once",
                        "passthrough, exactly-once",
                        "keyed count, at-least-once",
                        "keyed count, exactly-once",
                        "ten nodes, at-least-once",
                        "ten nodes, exactly-once",
                        "dead letters, at-least-once",
                        "dead letters, exactly-once",
                        "graph against passthrough, at-least-once, 10 s commits",
                        "graph against keyed count, at-least-once, 100 ms commits",
                        "graph against passthrough, exactly-once, 10 s commits",
                        "graph against keyed count, exactly-once, 100 ms commits",
                        "pipeline, filter and project",
                        "pipeline, ten steps",
                        "pipeline, windowed aggregate");
        assertThat(results.subList(8, 12))
                .allSatisfy(result -> assertThat(result.series())
                        .extracting(ComparisonResult.Series::contestant)
                        .last()
                        .isEqualTo("graph"));
        assertThat(results.subList(0, 8)).allSatisfy(result -> {
            assertThat(result.series())
                    .extracting(ComparisonResult.Series::contestant)
                    .isEqualTo(
                            result.name().startsWith("dead letters")
                                    ? List.of("off", "wired", "failing")
                                    : List.of("bare", "managed"));
            assertThat(result.series())
                    .allSatisfy(series -> assertThat(series.rounds())
                            .singleElement()
                            .satisfies(round -> assertThat(round.records()).isEqualTo(2000)));
        });
        assertThat(printed.toString(StandardCharsets.UTF_8).lines().filter(line -> line.startsWith("|")))
                .hasSize(2 + 12 + 6 + 8 + 4 + 2 + 2);
    }
}
