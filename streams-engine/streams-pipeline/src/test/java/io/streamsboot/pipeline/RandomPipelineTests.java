package io.streamsboot.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.pipeline.NaivePipeline.In;
import io.streamsboot.pipeline.NaivePipeline.Shape;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.Step;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import io.streamsboot.pipeline.internal.Simulation;
import io.streamsboot.pipeline.program.Subject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;

/** Random pipelines over random rows, at random places and in random order, equal what lists and loops make of them. */
class RandomPipelineTests {

    private static final int CASES = Integer.getInteger("pipeline.random.cases", 90);
    private static final List<String> KINDS =
            List.of("tumbling", "hopping", "session", "inner", "left", "outer", "topN", "lastN", "dedupe");
    private static final List<String> STEPS = List.of(
            "applyExpression",
            "cast",
            "dedupe",
            "drop",
            "explode",
            "filter",
            "flatten",
            "lastN",
            "lookupJoin",
            "rename",
            "select",
            "sessionAggregate",
            "streamJoin",
            "topN",
            "wasm",
            "windowedAggregate");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void equalTheNaiveReference() {
        Map<String, Integer> steps = new TreeMap<>();
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            Shape shape = shape(KINDS.get(seed % KINDS.size()), random);
            run(seed, shape, random).forEach(step -> steps.merge(step, 1, Integer::sum));
        }
        System.out.println(CASES + " pipelines: " + steps);
        assertThat(steps)
                .containsOnlyKeys(STEPS)
                .allSatisfy((step, count) -> assertThat(count).as(step).isGreaterThanOrEqualTo((CASES + 19) / 20));
    }

    private static Shape shape(String kind, Random random) {
        return new Shape(
                kind,
                1 + random.nextInt(4),
                5 + random.nextInt(40),
                1 + random.nextInt(20),
                random.nextInt(3) * 10,
                random.nextBoolean(),
                random.nextBoolean(),
                1 + random.nextInt(3),
                NaiveSteps.random(random));
    }

    /** Runs one pipeline; the steps that it has. */
    private static Set<String> run(int seed, Shape shape, Random random) {
        List<List<List<In>>> topics = new ArrayList<>();
        for (int source = 0; source < (shape.isJoin() ? 2 : 1); source++) {
            topics.add(rows(shape, source, random));
        }
        Pipeline pipeline = new PipelineCompiler(FunctionRegistry.standard(), Subject.wasm())
                .compile(PipelineDefinition.read("random.yaml", shape.yaml()));
        Result result = new Result();
        Simulation simulation = new Simulation(pipeline.plan(), shape.partitions(), result);
        NaiveSteps.NAMES.forEach((key, row) -> simulation.record("names", 0, bytes(key), bytes(row), 0));
        List<int[]> open = new ArrayList<>();
        for (int source = 0; source < topics.size(); source++) {
            for (int partition = 0; partition < shape.partitions(); partition++) {
                for (int i = 0; i < topics.get(source).get(partition).size(); i++) {
                    open.add(new int[] {source, partition});
                }
            }
        }
        int[][] next = new int[2][shape.partitions()];
        while (!open.isEmpty()) {
            int[] place = open.remove(random.nextInt(open.size()));
            In row = topics.get(place[0]).get(place[1]).get(next[place[0]][place[1]]++);
            simulation.record(row.source(), row.partition(), null, bytes(row.json()), 0);
            if (random.nextInt(3) == 0) {
                simulation.tell();
            }
            for (int i = random.nextInt(6); i > 0; i--) {
                simulation.deliver(random);
            }
        }
        simulation.settle(random);
        for (int i = 0; i < 3; i++) {
            simulation.advance(1_000);
        }
        simulation.close();
        List<In> all =
                topics.stream().flatMap(List::stream).flatMap(List::stream).toList();
        NaivePipeline expected = new NaivePipeline(shape, all);
        String what = "seed " + seed + ": " + shape;
        assertThat(result.failures).as(what).isEqualTo(expected.failures());
        assertThat(pipeline.counters().get("out").lateRows()).as(what).isEqualTo(expected.late());
        assertThat(expected.judgeFirst(result.rows.getOrDefault("flat", List.of())))
                .as(what)
                .isEqualTo("");
        assertThat(expected.judge(result.rows.getOrDefault("out", List.of())))
                .as(what)
                .isEqualTo("");
        if (shape.chained()) {
            assertThat(expected.judgeTotals(result.rows.getOrDefault("total", List.of())))
                    .as(what)
                    .isEqualTo("");
        }
        return pipeline.definition().stages().stream()
                .flatMap(stage -> stage.steps().stream())
                .map(Step::op)
                .collect(Collectors.toSet());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<List<In>> rows(Shape shape, int source, Random random) {
        List<List<In>> partitions = new ArrayList<>();
        for (int partition = 0; partition < shape.partitions(); partition++) {
            List<In> rows = new ArrayList<>();
            int count = random.nextInt(25);
            for (int offset = 0; offset < count; offset++) {
                long time = Math.max(0, offset * 6L + random.nextInt(30) - random.nextInt(2) * random.nextInt(60));
                Map<String, Object> more =
                        source == 0 && !shape.first().isEmpty() ? NaiveSteps.columns(random) : Map.of();
                String name = shape.isJoin() ? (source == 0 ? "left" : "right") : "in";
                rows.add(In.of(name, partition, offset, time, more, random));
            }
            partitions.add(rows);
        }
        return partitions;
    }

    private static final class Result implements Simulation.Listener {

        private final Map<String, List<Map<String, Object>>> rows = new LinkedHashMap<>();
        private long failures;

        @Override
        @SuppressWarnings("unchecked")
        public void row(String dataset, byte @Nullable [] key, byte[] value) {
            rows.computeIfAbsent(dataset, name -> new ArrayList<>())
                    .add(JSON.readValue(new String(value, StandardCharsets.UTF_8), Map.class));
        }

        @Override
        public void failure(String dataset, byte @Nullable [] value, RuntimeException reason) {
            failures++;
        }
    }
}
