package io.streamsboot.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.value.Keyed;
import io.streamsboot.graph.value.Late;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys have state and time of their own; records out of order are sorted, left out or refused, and all are accounted for. */
class KeyedTests {

    private static final Graph<Tick, Double> GRAPH = Graph.define(Tick.class, g -> {
        g.timestamp(tick -> Instant.ofEpochSecond(0, tick.nanos()));
        Signal x = g.optionalNumber(Tick::x);
        Signal y = g.number(Tick::y);
        Signal closed = y.sum(Window.tumbling(Duration.ofSeconds(5)));
        return x.sma(5).minus(y.ema(Duration.ofSeconds(2))).orElse(closed);
    });

    /** What the policies let through, by their definition; the rest is late. */
    private static Map<String, List<Tick>> accepted(List<Tick> ticks, long lateness, List<Tick> late) {
        Map<String, List<Tick>> accepted = new LinkedHashMap<>();
        Map<String, Long> newest = new HashMap<>();
        for (Tick tick : ticks) {
            List<Tick> own = accepted.computeIfAbsent(tick.key(), k -> new ArrayList<>());
            long watermark = newest.getOrDefault(tick.key(), Long.MIN_VALUE / 2) - lateness;
            long released = own.stream()
                    .mapToLong(Tick::nanos)
                    .filter(t -> t <= watermark)
                    .max()
                    .orElse(Long.MIN_VALUE);
            if (tick.nanos() < released) {
                late.add(tick);
            } else {
                own.add(tick);
                newest.merge(tick.key(), tick.nanos(), Math::max);
            }
        }
        accepted.values().forEach(own -> own.sort(Comparator.comparingLong(Tick::nanos)));
        return accepted;
    }

    private static List<Tick> shuffled(long seed, int count) {
        var random = new Random(seed);
        long reach = (1 + random.nextInt(8)) * Tick.SECOND;
        List<Tick> ticks = Tick.random(seed, count);
        Map<Tick, Long> arrival = new HashMap<>();
        ticks.forEach(tick -> arrival.put(tick, tick.nanos() + (long) (random.nextDouble() * reach)));
        var shuffled = new ArrayList<>(ticks);
        shuffled.sort(Comparator.comparing(arrival::get));
        return shuffled;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
    void givesWhatSortingFirstGivesAndAccountsForLateRecords(long seed) {
        List<Tick> ticks = shuffled(seed, 400);
        long lateness = seed % 5 * Tick.SECOND;
        OutOfOrder policy = seed % 5 == 0 ? OutOfOrder.drop() : OutOfOrder.buffer(Duration.ofNanos(lateness));
        var expectedLate = new ArrayList<Tick>();
        Map<String, List<Tick>> accepted = accepted(ticks, lateness, expectedLate);

        var late = new ArrayList<Late<String, Tick>>();
        var runner = GRAPH.keyed(Tick::key, policy).late(late::add);
        Map<String, List<Double>> actual = new HashMap<>();
        runner.over(ticks)
                .forEach(v ->
                        actual.computeIfAbsent(v.key(), k -> new ArrayList<>()).add(v.value()));

        accepted.forEach((key, own) -> assertThat(actual.getOrDefault(key, List.of()))
                .as("values of " + key)
                .isEqualTo(GRAPH.over(own).toList()));
        assertThat(late.stream().map(Late::record)).containsExactlyElementsOf(expectedLate);
        assertThat(late).allSatisfy(l -> assertThat(l.watermark()).isAfter(l.timestamp()));
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 101, 102, 103, 104, 105, 106, 107})
    void savingAndLoadingChangesNothingWhileRecordsAreBuffered(long seed) {
        List<Tick> ticks = shuffled(seed, 400);
        var runner = GRAPH.<String>keyed(Tick::key, OutOfOrder.buffer(Duration.ofSeconds(3)))
                .codecs(Codec.string(), Tick.CODEC);
        List<Keyed<String, Double>> expected = runner.over(ticks).toList();

        var actual = new ArrayList<Keyed<String, Double>>();
        KeyedSink<String, Tick, Double> sink = (key, step) -> {
            if (step.isPresent()) {
                actual.add(new Keyed<>(key, step.timestamp(), step.value()));
            }
        };
        var random = new Random(seed);
        KeyedRun<String, Tick> run = runner.start(sink);
        for (Tick tick : ticks) {
            if (random.nextInt(20) == 0) {
                byte[] state = run.save();
                run = runner.start(sink);
                run.load(state);
            }
            if (random.nextInt(20) == 0 && run.keys().contains(tick.key())) {
                run.load(tick.key(), run.save(tick.key()));
            }
            run.accept(tick);
        }
        run.finish();

        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void watermarksLetTimePassWithoutRecords() {
        var values = new ArrayList<Keyed<String, Double>>();
        KeyedRun<String, Tick> run = GRAPH.<String>keyed(Tick::key, OutOfOrder.buffer(Duration.ofSeconds(60)))
                .start((key, step) -> {
                    if (step.isPresent()) {
                        values.add(new Keyed<>(key, step.timestamp(), step.value()));
                    }
                });
        run.accept(new Tick(Tick.SECOND, "a", 1.0, 7));
        run.accept(new Tick(2 * Tick.SECOND, "b", 1.0, 8));

        run.advanceTo("a", Instant.ofEpochSecond(5));
        assertThat(values).containsExactly(new Keyed<>("a", Instant.ofEpochSecond(5), 7.0));
        run.advanceTo(Instant.ofEpochSecond(6));
        assertThat(values).endsWith(new Keyed<>("b", Instant.ofEpochSecond(5), 8.0));

        run.accept(new Tick(3 * Tick.SECOND, "a", 1.0, 0));
        assertThat(run.late()).isEqualTo(1);
        assertThatThrownBy(() -> run.advanceTo(Instant.ofEpochSecond(4)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1970-01-01T00:00:06Z");
    }

    @Test
    void refusesARecordOutOfOrderAndNamesItsKey() {
        KeyedRun<String, Tick> run =
                GRAPH.<String>keyed(Tick::key, OutOfOrder.error()).start((key, step) -> {});
        run.accept(new Tick(5, "a", 1.0, 0));
        run.accept(new Tick(3, "b", 1.0, 0));
        run.accept(new Tick(5, "a", 1.0, 0));

        assertThatThrownBy(() -> run.accept(new Tick(4, "a", 1.0, 0)))
                .isInstanceOf(OutOfOrderException.class)
                .hasMessageContaining("key a")
                .hasMessageContaining("OutOfOrder.buffer");
    }

    @Test
    void aKeyThatIsForgottenStartsAfresh() {
        Graph<Tick, Double> sum =
                Graph.define(Tick.class, g -> g.number(Tick::y).cumsum());
        var values = new ArrayList<Double>();
        KeyedRun<String, Tick> run =
                sum.<String>keyed(Tick::key, OutOfOrder.error()).start((key, step) -> values.add(step.asDouble()));
        run.accept(new Tick(0, "a", null, 1));
        run.accept(new Tick(0, "a", null, 2));
        run.forget("a");
        run.accept(new Tick(0, "a", null, 4));

        assertThat(values).containsExactly(1.0, 3.0, 4.0);
        assertThat(run.keys()).containsExactly("a");
    }

    @Test
    void aBufferedRecordThatFailsDoesNotHoldOthersBack() {
        Graph<Tick, Double> graph = Graph.define(Tick.class, g -> {
            g.timestamp(tick -> Instant.ofEpochSecond(0, tick.nanos()));
            return g.number(Tick::x).cumsum();
        });
        var values = new ArrayList<Double>();
        KeyedRun<String, Tick> run = graph.<String>keyed(Tick::key, OutOfOrder.buffer(Duration.ofSeconds(1)))
                .start((key, step) -> values.add(step.asDouble()));
        run.accept(new Tick(2, "a", 1.0, 0));
        run.accept(new Tick(1, "a", null, 0));
        run.accept(new Tick(3, "a", 2.0, 0));

        assertThatThrownBy(() -> run.accept(new Tick(2 * Tick.SECOND, "a", 4.0, 0)))
                .isInstanceOfSatisfying(
                        UserCodeException.class,
                        e -> assertThat(((Tick) e.record()).nanos()).isEqualTo(1));
        assertThat(values).containsExactly(1.0, 3.0);
        run.finish();
        assertThat(values).containsExactly(1.0, 3.0, 7.0);
    }
}
