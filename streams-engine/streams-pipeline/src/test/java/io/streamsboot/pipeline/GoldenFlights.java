package io.streamsboot.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.pipeline.definition.PipelineDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.databind.ObjectMapper;

/** Real flights, a pipeline over them, and what a script in another language makes of them. */
final class GoldenFlights {

    static final List<String> OUTPUTS = List.of("months", "hops", "sessions", "connections");

    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final Path FLIGHTS = Path.of("../../sample-apps/flight-board/src/main/resources/data/flights.csv");
    private static final ObjectMapper JSON = new ObjectMapper();

    private GoldenFlights() {}

    static Pipeline pipeline(UnaryOperator<String> edit) throws IOException {
        String yaml = edit.apply(Files.readString(GOLDEN.resolve("flights-in-windows.yaml")));
        return new PipelineCompiler().compile(PipelineDefinition.read("flights-in-windows.yaml", yaml));
    }

    /** What the reference has, no more and no less, in any order. */
    static void assertEqual(Map<String, List<String>> found) throws IOException {
        Map<String, List<Map<String, Object>>> expected = new HashMap<>();
        for (String line : Files.readAllLines(GOLDEN.resolve("flights-in-windows.jsonl"))) {
            Map<String, Object> row = read(line);
            expected.computeIfAbsent(String.valueOf(row.remove("dataset")), name -> new ArrayList<>())
                    .add(row);
        }
        for (String output : OUTPUTS) {
            List<Map<String, Object>> rows = found.getOrDefault(output, List.of()).stream()
                    .map(GoldenFlights::read)
                    .toList();
            List<String> missing = new ArrayList<>(texts(expected.get(output)));
            List<String> surplus = new ArrayList<>();
            texts(rows).forEach(row -> {
                if (!missing.remove(row)) {
                    surplus.add(row);
                }
            });
            assertThat(missing.stream().limit(3).toList())
                    .as(output + " lacks; surplus is "
                            + surplus.stream().limit(3).toList())
                    .isEmpty();
            assertThat(surplus.stream().limit(3).toList())
                    .as(output + " has too many")
                    .isEmpty();
        }
        assertPercentiles(found.get("months"), expected.get("months"));
    }

    /** Rows as text, in order, numbers by their values; an estimate is compared elsewhere. */
    private static List<String> texts(List<Map<String, Object>> rows) {
        return rows.stream()
                .map(row -> {
                    Map<String, Object> sorted = new TreeMap<>();
                    row.forEach((name, value) ->
                            sorted.put(name, value instanceof Number number ? (Object) number.doubleValue() : value));
                    sorted.remove("ninetieth");
                    return sorted.toString();
                })
                .sorted()
                .toList();
    }

    private static void assertPercentiles(List<String> found, List<Map<String, Object>> expected) {
        Map<String, Double> exact = expected.stream()
                .collect(Collectors.toMap(
                        row -> row.get("origin") + " " + row.get("windowStart"),
                        row -> ((Number) row.get("ninetieth")).doubleValue()));
        for (String text : found) {
            Map<String, Object> row = read(text);
            double value = exact.get(row.get("origin") + " " + row.get("windowStart"));
            assertThat(((Number) row.get("ninetieth")).doubleValue()).isBetween(value * 0.99, value * 1.01);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> read(String json) {
        return JSON.readValue(json, Map.class);
    }

    /** All flights, in the order of their departures. */
    static List<String> flights() throws IOException {
        return Files.readAllLines(FLIGHTS).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(f -> "{\"departure\":\"" + f[0] + "\",\"origin\":\"" + f[1] + "\",\"destination\":\"" + f[2]
                        + "\",\"distance_miles\":" + f[3] + ",\"delay_minutes\":" + f[4] + "}")
                .toList();
    }
}
