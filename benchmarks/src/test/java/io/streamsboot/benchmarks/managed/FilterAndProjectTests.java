package io.streamsboot.benchmarks.managed;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.benchmarks.managed.HandWritten.RowFunction;
import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.PipelineTester;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** All contestants write the same rows. */
class FilterAndProjectTests {

    @Test
    void allWriteTheSame() {
        List<RowFunction> functions =
                List.of(FilterAndProject.scanner(), FilterAndProject.streaming(), FilterAndProject.tree());
        List<List<String>> written = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        PipelineTester tester = tester(FilterAndProject.STEPS);
        FlightRows rows = new FlightRows();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            byte[] row = rows.next(random);
            tester.pipe("in", new String(row, StandardCharsets.UTF_8));
            for (int j = 0; j < functions.size(); j++) {
                byte[] result = functions.get(j).apply(row);
                if (result != null) {
                    written.get(j).add(new String(result, StandardCharsets.UTF_8));
                }
            }
        }
        assertThat(tester.rows("out")).hasSize((int) rows.late()).isNotEmpty();
        assertThat(written).allSatisfy(each -> assertThat(each).isEqualTo(tester.rows("out")));
    }

    @Test
    void tenStepsKeepLateFlights() {
        PipelineTester tester = tester(TenOperators.STEPS);
        FlightRows rows = new FlightRows();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            tester.pipe("in", new String(rows.next(random), StandardCharsets.UTF_8));
        }
        assertThat(tester.rows("out")).hasSize((int) rows.late());
    }

    private static PipelineTester tester(String steps) {
        return PipelineTester.of(
                new PipelineCompiler().compile(PipelineDefinition.read("p.yaml", """
                name: p
                datasets: { in: { topic: t }, out: { topic: u } }
                stages:
                  - inputs: [in]
                    output: out
                    steps:
                %s
                """.formatted(steps.indent(6)))));
    }
}
