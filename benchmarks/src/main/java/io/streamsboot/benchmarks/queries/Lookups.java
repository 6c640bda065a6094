package io.streamsboot.benchmarks.queries;

import io.streamsboot.devbroker.DevBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The value of a key over HTTP, on the instance that has it and through one that has not, against a bare handler on the
 * former. Two instances in JVMs of their own, the broker and whoever asks in this one.
 */
final class Lookups {

    private static final String USAGE =
            "usage: [--seconds=8] [--rounds=5] [--warmup=2] [--connections=8] [--ingest=1000]"
                    + " [--contestants=bare,local,routed]";
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Map<String, String> options;

    private Lookups(Map<String, String> options) {
        this.options = options;
    }

    /**
     * Runs the comparison and prints its table.
     *
     * @param args see the usage
     */
    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>(Map.of(
                "seconds", "8",
                "rounds", "5",
                "warmup", "2",
                "connections", "8",
                "ingest", "1000",
                "contestants", "bare,local,routed"));
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String name = equals > 2 ? arg.substring(2, equals) : arg;
            if (!options.containsKey(name)) {
                throw new IllegalArgumentException("Argument '" + arg + "' is not understood; " + USAGE);
            }
            options.put(name, arg.substring(equals + 1));
        }
        new Lookups(options).run();
    }

    private int number(String name) {
        return Integer.parseInt(options.getOrDefault(name, ""));
    }

    private void run() throws Exception {
        Path state = Files.createTempDirectory("lookups");
        try (DevBroker broker = DevBroker.builder().start()) {
            broker.createTopic(LookupApplication.TOPIC, 4);
            try (Ingest ingest = new Ingest(broker.bootstrapServers(), number("ingest"));
                    LookupProcess first = LookupProcess.start(broker.bootstrapServers(), state.resolve("first"));
                    LookupProcess second = LookupProcess.start(broker.bootstrapServers(), state.resolve("second"))) {
                ingest.start();
                List<String> local = new ArrayList<>();
                List<String> elsewhere = new ArrayList<>();
                awaitBalance(first, second, local, elsewhere);
                System.out.printf(
                        "%d keys on the instance that is asked, %d on the other%n", local.size(), elsewhere.size());
                measure(first, local, elsewhere);
            }
        }
    }

    private static String endpoint() {
        return "/actuator/streamsstores/" + LookupApplication.TOPOLOGY + "/" + LookupApplication.STORE + "?key=";
    }

    /** Waits until each instance has its part of the keys, and says which. */
    private static void awaitBalance(
            LookupProcess first, LookupProcess second, List<String> local, List<String> elsewhere) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - deadline < 0) {
            local.clear();
            elsewhere.clear();
            try (Connection connection = new Connection(first.port())) {
                for (int i = 0; i < 500; i++) {
                    String key = Ingest.key(i);
                    Connection.Response response = connection.get(endpoint() + key);
                    if (response.status() != 200) {
                        // Not ready yet, or not written; Tomcat ends a connection after a 503.
                        break;
                    }
                    JsonNode found = JsonMapper.shared().readTree(response.body());
                    String instance = found.path("instance").asString("");
                    if (instance.endsWith(":" + first.port())) {
                        local.add(key);
                    } else if (instance.endsWith(":" + second.port())) {
                        elsewhere.add(key);
                    }
                }
            }
            if (local.size() > 150 && elsewhere.size() > 150 && local.size() + elsewhere.size() == 500) {
                return;
            }
            LockSupport.parkNanos(500_000_000);
        }
        throw new IllegalStateException(
                "the instances do not share the keys: " + local.size() + " and " + elsewhere.size());
    }

    private void measure(LookupProcess asked, List<String> local, List<String> elsewhere) throws Exception {
        int connections = number("connections");
        Map<String, Load> loads = new LinkedHashMap<>();
        loads.put("bare", new Load(asked.port(), "/bare?key=", local, connections));
        loads.put("local", new Load(asked.port(), endpoint(), local, connections));
        loads.put("routed", new Load(asked.port(), endpoint(), elsewhere, connections));
        loads.keySet().retainAll(List.of(options.getOrDefault("contestants", "").split(",", -1)));
        Map<String, List<Load.Result>> results = new LinkedHashMap<>();
        loads.keySet().forEach(name -> results.put(name, new ArrayList<>()));
        for (int round = -number("warmup"); round < number("rounds"); round++) {
            List<String> order = new ArrayList<>(loads.keySet());
            if (round % 2 != 0) {
                Collections.reverse(order);
            }
            for (String name : order) {
                Load.Result result = Objects.requireNonNull(loads.get(name)).run(Duration.ofSeconds(number("seconds")));
                System.out.printf(
                        Locale.ROOT,
                        "%-7s %-7s %,8.0f /s   p50 %,7.0f µs   p99 %,7.0f µs%n",
                        round < 0 ? "warm-up" : "#" + (round + 1),
                        name,
                        result.perSecond(),
                        result.micros(0.5),
                        result.micros(0.99));
                if (round >= 0) {
                    Objects.requireNonNull(results.get(name)).add(result);
                }
            }
        }
        print(results);
    }

    /** Medians over the rounds. */
    private static void print(Map<String, List<Load.Result>> results) {
        System.out.println();
        System.out.println("| | lookups/s, median (min … max) | p50 µs | p99 µs, median (min … max) |");
        System.out.println("| --- | --- | --- | --- |");
        results.forEach((name, rounds) -> {
            double[] speed =
                    rounds.stream().mapToDouble(Load.Result::perSecond).sorted().toArray();
            double[] half = rounds.stream()
                    .mapToDouble(round -> round.micros(0.5))
                    .sorted()
                    .toArray();
            double[] tail = rounds.stream()
                    .mapToDouble(round -> round.micros(0.99))
                    .sorted()
                    .toArray();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %,.0f (%,.0f … %,.0f) | %,.0f | %,.0f (%,.0f … %,.0f) |%n",
                    name,
                    median(speed),
                    speed[0],
                    speed[speed.length - 1],
                    median(half),
                    median(tail),
                    tail[0],
                    tail[tail.length - 1]);
        });
        ratio(results, "local", "bare");
        ratio(results, "routed", "local");
    }

    private static void ratio(Map<String, List<Load.Result>> results, String one, String other) {
        List<Load.Result> ours = results.get(one);
        List<Load.Result> theirs = results.get(other);
        if (ours == null || theirs == null) {
            return;
        }
        double[] speed = new double[ours.size()];
        double[] tail = new double[ours.size()];
        for (int i = 0; i < speed.length; i++) {
            speed[i] = ours.get(i).perSecond() / theirs.get(i).perSecond();
            tail[i] = ours.get(i).micros(0.99) / theirs.get(i).micros(0.99);
        }
        Arrays.sort(speed);
        Arrays.sort(tail);
        System.out.printf(
                Locale.ROOT,
                "%s / %s, round by round: throughput %.3f (%.3f … %.3f), p99 %.3f (%.3f … %.3f)%n",
                one,
                other,
                median(speed),
                speed[0],
                speed[speed.length - 1],
                median(tail),
                tail[0],
                tail[tail.length - 1]);
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
