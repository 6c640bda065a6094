package io.streamsboot.benchmarks.queries;

import io.streamsboot.benchmarks.harness.Statistics;
import io.streamsboot.benchmarks.harness.Statistics.Ratio;
import io.streamsboot.devbroker.DevBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The value of a key over HTTP, on the instance that has it and through one that has not, against a bare handler on the
 * former. Two instances in JVMs of their own, the broker and whoever asks in this one.
 */
final class Lookups {

    private static final String USAGE =
            "usage: [--seconds=8] [--rounds=5] [--warmup=100000] [--connections=8] [--ingest=1000]"
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
                "warmup", "100000",
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
                measure(first, second, local, elsewhere);
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
            if (local.size() > 200 && elsewhere.size() > 200 && local.size() + elsewhere.size() == 500) {
                return;
            }
            LockSupport.parkNanos(500_000_000);
        }
        throw new IllegalStateException(
                "the instances do not share the keys: " + local.size() + " and " + elsewhere.size());
    }

    private void measure(LookupProcess asked, LookupProcess other, List<String> local, List<String> elsewhere)
            throws Exception {
        int connections = number("connections");
        Map<String, Load> loads = new LinkedHashMap<>();
        loads.put("bare", new Load(asked.port(), "/bare?key=", local, connections));
        loads.put("local", new Load(asked.port(), endpoint(), local, connections));
        loads.put("routed", new Load(asked.port(), endpoint(), elsewhere, connections));
        loads.keySet().retainAll(List.of(options.getOrDefault("contestants", "").split(",", -1)));
        // The other one is asked directly first: it answers as any does, and both are as warm.
        List<Load> warming = new ArrayList<>(List.of(new Load(other.port(), endpoint(), elsewhere, connections)));
        warming.addAll(loads.values());
        for (Load load : warming) {
            load.warmUp(number("warmup"), PATIENCE.multipliedBy(2));
        }
        Map<String, List<Round>> results = new LinkedHashMap<>();
        loads.keySet().forEach(name -> results.put(name, new ArrayList<>()));
        for (int number = 1; number <= number("rounds"); number++) {
            List<String> order = new ArrayList<>(loads.keySet());
            if (number % 2 == 0) {
                Collections.reverse(order);
            }
            for (String name : order) {
                Duration before = asked.processorTime().plus(other.processorTime());
                Load.Result result = Objects.requireNonNull(loads.get(name)).run(Duration.ofSeconds(number("seconds")));
                Duration used =
                        asked.processorTime().plus(other.processorTime()).minus(before);
                Round round = new Round(
                        result.perSecond(),
                        result.micros(0.5),
                        result.micros(0.99),
                        used.toNanos() / 1e3 / result.latencies().length);
                System.out.printf(
                        Locale.ROOT,
                        "#%d %-7s %,8.0f /s   p50 %,7.0f µs   p99 %,7.0f µs   processors %,6.0f µs%n",
                        number,
                        name,
                        round.perSecond(),
                        round.half(),
                        round.tail(),
                        round.processors());
                Objects.requireNonNull(results.get(name)).add(round);
            }
        }
        print(results);
    }

    /**
     * One turn of one contestant.
     *
     * @param perSecond answers per second
     * @param half median of the times to an answer in microseconds
     * @param tail 99th percentile of them
     * @param processors processor time of both instances for an answer in microseconds, all their other work included
     */
    private record Round(double perSecond, double half, double tail, double processors) {}

    /** Medians over the rounds. */
    private static void print(Map<String, List<Round>> results) {
        System.out.println();
        System.out.println("| | lookups/s, median (min … max) | p50 µs | p99 µs, median (min … max) | processors µs |");
        System.out.println("| --- | --- | --- | --- | --- |");
        results.forEach((name, rounds) -> {
            double[] speed = each(rounds, Round::perSecond);
            double[] tail = each(rounds, Round::tail);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %,.0f (%,.0f … %,.0f) | %,.0f | %,.0f (%,.0f … %,.0f) | %,.0f |%n",
                    name,
                    Statistics.median(speed),
                    Statistics.min(speed),
                    Statistics.max(speed),
                    Statistics.median(each(rounds, Round::half)),
                    Statistics.median(tail),
                    Statistics.min(tail),
                    Statistics.max(tail),
                    Statistics.median(each(rounds, Round::processors)));
        });
        ratio(results, "local", "bare");
        ratio(results, "routed", "local");
    }

    private static double[] each(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return rounds.stream().mapToDouble(figure).toArray();
    }

    private static void ratio(Map<String, List<Round>> results, String one, String other) {
        List<Round> ours = results.get(one);
        List<Round> theirs = results.get(other);
        if (ours != null && theirs != null) {
            Ratio speed = Statistics.medianOfRatios(each(ours, Round::perSecond), each(theirs, Round::perSecond));
            Ratio tail = Statistics.medianOfRatios(each(ours, Round::tail), each(theirs, Round::tail));
            System.out.printf(
                    Locale.ROOT,
                    "%s / %s, round by round: throughput %.3f (%.3f … %.3f), p99 %.3f (%.3f … %.3f)%n",
                    one,
                    other,
                    speed.value(),
                    speed.low(),
                    speed.high(),
                    tail.value(),
                    tail.low(),
                    tail.high());
        }
    }
}
