package io.streamsboot.graph.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.OutOfOrderException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that are brought together, against the definition by nested loops. */
class CombineTests {

    /** A record of some input. */
    private record Event(long second, int key, String name) {

        Instant time() {
            return Instant.ofEpochSecond(second);
        }
    }

    private static List<Event> events(Random random, String side) {
        var events = new ArrayList<Event>();
        long time = 0;
        for (int i = 0; i < 150; i++) {
            time += random.nextInt(4);
            events.add(new Event(time, random.nextInt(4), side + i));
        }
        return events;
    }

    private static Timed<Event> timed(List<Event> events) {
        return new Timed<>(events, Event::time);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void mergesByTimeAndThenByInput(long seed) {
        var random = new Random(seed);
        List<Event> a = events(random, "a");
        List<Event> b = events(random, "b");
        List<Event> c = events(random, "c");

        assertThat(Combine.<Event>mergeByTime(List.of(timed(a), timed(b), timed(c), timed(List.of()))))
                .containsExactlyElementsOf(Stream.of(a, b, c)
                        .flatMap(List::stream)
                        .sorted(Comparator.comparingLong(Event::second))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void joinsWhatIsCloseAndHasTheSameKey(long seed) {
        var random = new Random(seed);
        List<Event> left = events(random, "l");
        List<Event> right = events(random, "r");
        long within = seed % 4 * 2;
        var expected = new ArrayList<String>();
        for (Event l : left) {
            for (Event r : right) {
                if (l.key == r.key && Math.abs(l.second - r.second) <= within) {
                    expected.add(l.name + r.name);
                }
            }
        }

        assertThat(Combine.join(
                        timed(left),
                        Event::key,
                        timed(right),
                        Event::key,
                        Duration.ofSeconds(within),
                        (l, r) -> l.name + r.name))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aPairComesWithItsLaterRecord() {
        assertThat(Combine.join(
                        timed(List.of(new Event(1, 0, "l1"), new Event(5, 0, "l5"))),
                        Event::key,
                        timed(List.of(new Event(0, 0, "r0"), new Event(1, 0, "r1"), new Event(4, 0, "r4"))),
                        Event::key,
                        Duration.ofSeconds(4),
                        (l, r) -> l.name + r.name))
                .containsExactly("l1r0", "l1r1", "l1r4", "l5r1", "l5r4");
    }

    @Test
    void refusesInputsThatGoBackInTime() {
        List<Event> unordered = List.of(new Event(5, 0, "a"), new Event(4, 0, "b"));

        assertThatThrownBy(() ->
                        Combine.<Event>mergeByTime(List.of(timed(unordered))).toList())
                .isInstanceOf(OutOfOrderException.class);
        assertThatThrownBy(() -> Combine.join(
                                timed(unordered), Event::key, timed(unordered), Event::key, Duration.ZERO, (l, r) -> "")
                        .toList())
                .isInstanceOf(OutOfOrderException.class);
    }

    @Test
    void groupsNeighboursAndCutsBatches() {
        assertThat(Combine.group(List.of(1, 1, 2, 1), v -> v))
                .containsExactly(new Group<>(1, List.of(1, 1)), new Group<>(2, List.of(2)), new Group<>(1, List.of(1)));
        assertThat(Combine.batch(List.of(1, 2, 3, 4, 5), 2)).containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
        assertThatThrownBy(() -> Combine.batch(List.of(1), 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void forksRecordsToSeveralGraphs() {
        Graph<Integer, Double> sum =
                Graph.define(Integer.class, g -> g.number(v -> v).cumsum());
        Graph<Integer, String> names = Graph.define(Integer.class, g -> g.value(v -> v > 1 ? "n" + v : null));

        assertThat(Combine.<Integer, Object>fork(List.of(sum, names)).over(List.of(1, 2)))
                .containsExactly(new Forked<>(0, 1.0), new Forked<>(0, 3.0), new Forked<>(1, "n2"));
    }
}
