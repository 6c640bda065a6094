package io.streamsboot.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.pipeline.NaivePipeline.In;
import io.streamsboot.pipeline.NaivePipeline.Shape;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.internal.Simulation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;

/** Random pipelines over random rows, at random places and in random order, equal what lists and loops make of them. */
class RandomPipelineTests {

    private static final int CASES = Integer.getInteger("pipeline.random.cases", 90);
    private static final List<String> KINDS =
            List.of("tumbling", "hopping", "session", "inner", "left", "outer", "topN", "lastN", "dedupe");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void equalTheNaiveReference() {
        Map<String, Integer> kinds = new HashMap<>();
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            Shape shape = shape(KINDS.get(seed % KINDS.size()), random);
            kinds.merge(shape.kind(), 1, Integer::sum);
            run(seed, shape, random);
        }
        assertThat(kinds).allSatisfy((kind, count) -> assertThat(count).isGreaterThan(CASES / 20));
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
                1 + random.nextInt(3));
    }

    private static void run(int seed, Shape shape, Random random) {
        List<List<List<In>>> topics = new ArrayList<>();
        for (int source = 0; source < (shape.isJoin() ? 2 : 1); source++) {
            topics.add(rows(shape, source, random));
        }
        Pipeline pipeline = new PipelineCompiler().compile(PipelineDefinition.read("random.yaml", shape.yaml()));
        Result result = new Result();
        Simulation simulation = new Simulation(pipeline.plan(), shape.partitions(), result);
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
            simulation.record(row.source(), row.partition(), null, row.json().getBytes(StandardCharsets.UTF_8), 0);
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
        List<In> all =
                topics.stream().flatMap(List::stream).flatMap(List::stream).toList();
        NaivePipeline expected = new NaivePipeline(shape, all);
        String what = "seed " + seed + ": " + shape;
        assertThat(result.failures).as(what).isEqualTo(expected.failures());
        assertThat(pipeline.counters().get("out").lateRows()).as(what).isEqualTo(expected.late());
        assertThat(expected.judge(result.rows.getOrDefault("out", List.of())))
                .as(what)
                .isEqualTo("");
        if (shape.chained()) {
            assertThat(expected.judgeTotals(result.rows.getOrDefault("total", List.of())))
                    .as(what)
                    .isEqualTo("");
        }
    }

    private static List<List<In>> rows(Shape shape, int source, Random random) {
        List<List<In>> partitions = new ArrayList<>();
        for (int partition = 0; partition < shape.partitions(); partition++) {
            List<In> rows = new ArrayList<>();
            int count = random.nextInt(25);
            for (int offset = 0; offset < count; offset++) {
                long time = Math.max(0, offset * 6L + random.nextInt(30) - random.nextInt(2) * random.nextInt(60));
                rows.add(In.of(
                        shape.isJoin() ? (source == 0 ? "left" : "right") : "in", partition, offset, time, random));
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
