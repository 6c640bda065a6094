package io.streamsboot.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.graph.value.Keyed;
import io.streamsboot.graph.value.Result;
import io.streamsboot.graph.value.WithRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must not change what an operator says: where records come from, saving and loading, and records that fail. */
class ModesTests {

    private static final List<Tick> TICKS = Tick.random(7, 3000);

    static Stream<OperatorCase> operators() {
        return OperatorCase.all().stream();
    }

    @ParameterizedTest
    @MethodSource("operators")
    void allModesSayTheSame(OperatorCase operator) {
        Graph<Tick, Object> graph = operator.graph();
        List<Result<Object>> expected = graph.results().over(TICKS).toList();
        List<Object> values =
                expected.stream().filter(Result::isPresent).map(Result::get).toList();

        assertThat(graph.over(TICKS).toList()).isEqualTo(values);
        assertThat(toList(graph.over(TICKS.iterator()))).isEqualTo(values);
        assertThat(graph.over(TICKS.stream()).toList()).isEqualTo(values);
        assertThat(ListPublisher.collect(graph.over(ListPublisher.of(TICKS)), 7))
                .isEqualTo(values);
        assertThat(ListPublisher.collect(graph.results().over(ListPublisher.of(TICKS)), Integer.MAX_VALUE))
                .isEqualTo(expected);
        assertThat(graph.with().over(TICKS).map(WithRecord::value).toList()).isEqualTo(values);
        assertThat(graph.keyed(tick -> "all", OutOfOrder.error())
                        .results()
                        .over(TICKS)
                        .map(Keyed::value)
                        .toList())
                .isEqualTo(expected);
        var shown = new ArrayList<Object>();
        graph.forEach(TICKS, step -> {
            if (step.isPresent()) {
                shown.add(step.value());
            }
        });
        assertThat(shown).isEqualTo(values);
    }

    @ParameterizedTest
    @MethodSource("operators")
    void savingAndLoadingChangesNothing(OperatorCase operator) {
        Graph<Tick, Object> graph = operator.graph();
        List<Result<Object>> expected = graph.results().over(TICKS).toList();

        var actual = new ArrayList<Result<Object>>();
        Sink<Tick, Object> sink = step ->
                actual.add(new Result<>(step.timestamp(), step.isPresent() ? step.value() : null, step.reason()));
        var random = new Random(11);
        Run<Tick> run = graph.start(sink);
        for (Tick tick : TICKS) {
            if (random.nextInt(60) == 0) {
                byte[] state = run.save();
                run = operator.graph().start(sink);
                run.load(state);
                assertThat(run.save()).isEqualTo(state);
            }
            run.accept(tick);
        }
        run.finish();

        assertThat(actual).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("operators")
    void aRecordThatFailsIsAsIfItHadNotCome(OperatorCase operator) {
        var random = new Random(13);
        Set<Tick> failing = new HashSet<>();
        List<Tick> others = new ArrayList<>();
        for (Tick tick : TICKS) {
            if (random.nextInt(10) == 0) {
                failing.add(tick);
            } else {
                others.add(tick);
            }
        }
        Graph<Tick, Object> guarded = Graph.define(Tick.class, g -> {
            Node<Object> said = operator.node(g).map(value -> (Object) value);
            Node<Object> guard = g.<Tick>value(tick -> tick).map(tick -> {
                if (failing.contains(tick)) {
                    throw new IllegalStateException("unwanted " + tick);
                }
                return null;
            });
            return said.orElse(guard);
        });
        List<Result<Object>> expected = operator.graph().results().over(others).toList();

        var actual = new ArrayList<Result<Object>>();
        Run<Tick> run = guarded.start(step ->
                actual.add(new Result<>(step.timestamp(), step.isPresent() ? step.value() : null, step.reason())));
        for (Tick tick : TICKS) {
            if (failing.contains(tick)) {
                assertThatThrownBy(() -> run.accept(tick))
                        .isInstanceOfSatisfying(
                                UserCodeException.class,
                                e -> assertThat(e.record()).isEqualTo(tick))
                        .hasCauseInstanceOf(IllegalStateException.class);
            } else {
                run.accept(tick);
            }
        }
        run.finish();

        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void aSourceThatFailsMovesNeitherStateNorTime() {
        Graph<Tick, Double> graph = Graph.define(Tick.class, g -> {
            g.timestamp(tick -> Instant.ofEpochSecond(0, tick.nanos()));
            return g.number(Tick::x).sum(Window.tumbling(Duration.ofSeconds(1)));
        });
        var values = new ArrayList<Double>();
        Run<Tick> run = graph.start(step -> {
            if (step.isPresent()) {
                values.add(step.asDouble());
            }
        });

        run.accept(new Tick(0, "a", 1.0, 0));
        assertThatThrownBy(() -> run.accept(new Tick(5 * Tick.SECOND, "a", null, 0)))
                .isInstanceOf(UserCodeException.class)
                .hasMessageContaining("number")
                .hasMessageContaining("as if the record had not come");
        assertThat(values).isEmpty();
        run.accept(new Tick(1, "a", 2.0, 0));
        run.finish();

        assertThat(values).containsExactly(3.0);
    }

    @Test
    void aFailureInAStepOfTimeLosesItsValueAndNothingElse() {
        Graph<Tick, String> graph = Graph.define(Tick.class, g -> {
            g.timestamp(tick -> Instant.ofEpochSecond(0, tick.nanos()));
            Signal x = g.number(Tick::x);
            Signal sum = x.sum(Window.tumbling(Duration.ofSeconds(1)));
            return sum.map(value -> {
                if (value == 3) {
                    throw new IllegalStateException("three");
                }
                return "closed " + value;
            });
        });
        var values = new ArrayList<String>();
        Run<Tick> run = graph.start(step -> {
            if (step.isPresent()) {
                values.add(step.value());
            }
        });

        run.accept(new Tick(0, "a", 1.0, 0));
        run.accept(new Tick(1, "a", 2.0, 0));
        assertThatThrownBy(() -> run.accept(new Tick(Tick.SECOND, "a", 4.0, 0)))
                .isInstanceOfSatisfying(
                        UserCodeException.class, e -> assertThat(e.record()).isNull());
        run.accept(new Tick(Tick.SECOND + 1, "a", 5.0, 0));
        run.finish();

        assertThat(values).containsExactly("closed 9.0");
    }

    @Test
    void anIteratorGoesOnBehindARecordThatFails() {
        Graph<Tick, Double> graph =
                Graph.define(Tick.class, g -> g.number(Tick::x).cumsum());
        var results = graph.over(List.of(new Tick(0, "a", 1.0, 0), new Tick(0, "a", null, 0), new Tick(0, "a", 2.0, 0))
                .iterator());

        assertThat(results.next()).isEqualTo(1);
        assertThatThrownBy(results::next).isInstanceOf(UserCodeException.class);
        assertThat(results.next()).isEqualTo(3);
        assertThat(results.hasNext()).isFalse();
    }

    private static <T> List<T> toList(Iterator<T> iterator) {
        var list = new ArrayList<T>();
        iterator.forEachRemaining(list::add);
        return list;
    }
}
