package io.streamsboot.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.value.Absent;
import io.streamsboot.graph.value.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a definition refuses, shares and leaves out, and how graphs tell that they differ. */
class DefinitionTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static Graph<Tick, Double> graph(Function<Signal, Signal> operator) {
        return Graph.define(Tick.class, g -> {
            g.timestamp(tick -> Instant.ofEpochSecond(0, tick.nanos()));
            return operator.apply(g.optionalNumber(Tick::x));
        });
    }

    @Test
    void refusesInputsThatNeverMeetAndNamesTheWayOut() {
        assertThatThrownBy(() -> graph(x -> x.minus(x.sma(Window.tumbling(MINUTE)))))
                .isInstanceOf(GraphDefinitionException.class)
                .hasMessageContaining("minus")
                .hasMessageContaining("never have a value in the same step")
                .hasMessageContaining("hold()");
        assertThatThrownBy(() -> graph(x -> x.sum(Window.session(MINUTE)).plus(x.sum(Window.tumbling(MINUTE)))))
                .isInstanceOf(GraphDefinitionException.class);
        assertThatThrownBy(() -> graph(x -> x.correlation(x.sum(Window.tumbling(MINUTE)), 5)))
                .isInstanceOf(GraphDefinitionException.class);
        assertThat(graph(x -> x.minus(x.sma(Window.tumbling(MINUTE)).hold()))).isNotNull();
        assertThat(graph(x -> x.sum(Window.tumbling(MINUTE)).plus(x.max(Window.tumbling(MINUTE)))))
                .isNotNull();
    }

    @Test
    void refusesTimeWithoutTimestamps() {
        for (Function<Signal, Node<?>> operator : List.<Function<Signal, Node<?>>>of(
                x -> x.sma(MINUTE),
                x -> x.ema(MINUTE),
                x -> x.lag(MINUTE),
                Signal::rate,
                x -> x.sum(Window.tumbling(MINUTE)),
                x -> x.rateLimit(1, MINUTE),
                x -> x.glitchFilter(1, MINUTE),
                x -> x.pulseWidth(1, MINUTE, MINUTE.multipliedBy(2)))) {
            assertThatThrownBy(() -> Graph.define(Tick.class, g -> cast(operator.apply(g.optionalNumber(Tick::x)))))
                    .isInstanceOf(GraphDefinitionException.class)
                    .hasMessageContaining("call timestamp");
        }
        assertThatThrownBy(
                        () -> Graph.define(Tick.class, g -> g.number(Tick::y)).keyed(Tick::key, OutOfOrder.drop()))
                .isInstanceOf(GraphDefinitionException.class)
                .hasMessageContaining("DROP");
    }

    @SuppressWarnings("unchecked")
    private static Node<Object> cast(Node<?> node) {
        return (Node<Object>) node;
    }

    @Test
    void refusesParametersThatMakeNoSense() {
        for (Function<Signal, Node<?>> operator : List.<Function<Signal, Node<?>>>of(
                x -> x.sma(0),
                x -> x.sma(-1),
                x -> x.sma(Duration.ZERO),
                x -> x.variance(1),
                x -> x.kurtosis(3),
                x -> x.correlation(x, 1),
                x -> x.quantile(1.5, 10),
                x -> x.quantile(Double.NaN, 10),
                x -> x.ema(0),
                x -> x.lag(0),
                x -> x.rsiWilder(0),
                x -> x.clamp(2, 1),
                x -> x.crossHysteresis(1, -1),
                x -> x.runtDetect(2, 1),
                x -> x.windowDetect(1, 1),
                x -> x.rateLimit(0, MINUTE),
                x -> x.pulseWidth(1, MINUTE, MINUTE),
                x -> x.dedupe(v -> v, MINUTE.negated(), Codec.float64()))) {
            assertThatThrownBy(() -> graph(x -> {
                        Object unused = operator.apply(x);
                        return x;
                    }))
                    .isInstanceOfAny(IllegalArgumentException.class, GraphDefinitionException.class);
        }
    }

    @Test
    void refusesNodesOfOtherGraphsAndLateDefinitions() {
        var stolen = new ArrayList<Signal>();
        graph(x -> {
            stolen.add(x);
            return x;
        });

        assertThatThrownBy(() -> graph(x -> x.plus(stolen.get(0))))
                .isInstanceOf(GraphDefinitionException.class)
                .hasMessageContaining("another graph");
        assertThatThrownBy(() -> stolen.get(0).abs())
                .isInstanceOf(GraphDefinitionException.class)
                .hasMessageContaining("inside Graph.define only");
        assertThatThrownBy(() -> graph(x -> x.named("a").plus(x.abs().named("a"))))
                .hasMessageContaining("two nodes are named 'a'");
        assertThatThrownBy(() -> Graph.define(Tick.class, g -> {
                    g.timestampMillis(Tick::nanos);
                    g.timestampMillis(Tick::nanos);
                    return g.number(Tick::y);
                }))
                .hasMessageContaining("twice");
    }

    @Test
    void computesEqualPartsOnceAndNothingThatIsNotNeeded() {
        Graph<Tick, Double> graph = graph(x -> {
            x.abs().sqrt().named("unused");
            return x.sma(5).plus(x.sma(5)).plus(x.sma(6));
        });

        assertThat(graph.toText().lines().filter(line -> line.contains("sma(5)")))
                .hasSize(1);
        assertThat(graph.toText()).doesNotContain("unused").contains("sma(6)");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 198, 199, 200, 201, 500})
    void graphsMayBeLong(int length) {
        Graph<Tick, Double> graph = graph(x -> {
            Signal sum = x.cumsum();
            for (int i = 1; i < length; i++) {
                sum = sum.plus(x.lag(i).orElse(x.times(0)));
            }
            return sum.apply(v -> {
                if (v < 0) {
                    throw new IllegalStateException("negative");
                }
                return v;
            });
        });
        var values = new ArrayList<Double>();
        Run<Tick> run = graph.start(step -> values.add(step.asDouble()));

        run.accept(new Tick(0, "a", 1.0, 0));
        assertThatThrownBy(() -> run.accept(new Tick(1, "a", -9.0, 0))).hasMessageContaining("apply");
        run.accept(new Tick(2, "a", 2.0, 0));

        assertThat(values).containsExactly(1.0, length > 1 ? 4.0 : 3.0);
    }

    @Test
    void drawsTheGraph() {
        Graph<Tick, Double> graph = graph(x -> x.named("price \"x\"").sma(5).minus(1));

        assertThat(graph.toText()).isEqualTo("""
                        graph over Tick, fingerprint %s
                          0  constant(1.0)
                          1  'price "x"' optionalNumber()
                          2  sma(5)  <- 1
                          3  minus()  <- 2, 0  -> result
                        """.formatted(graph.fingerprint()));
        assertThat(graph.toMermaid()).isEqualTo("""
                        flowchart LR
                          record(["Tick"])
                          n0["constant(1.0)"]
                          n1["'price &quot;x&quot;' optionalNumber()"]
                          record --> n1
                          n2["sma(5)"]
                          n1 --> n2
                          n3["minus()"]
                          n2 --> n3
                          n0 --> n3
                          n3 --> result(["result"])
                        """);
    }

    @Test
    void theFingerprintIsThatOfWhatIsComputed() {
        String sma = graph(x -> x.sma(5)).fingerprint();

        assertThat(graph(x -> x.sma(5)).fingerprint()).isEqualTo(sma).hasSize(32);
        assertThat(List.of(
                        graph(x -> x.sma(6)).fingerprint(),
                        graph(x -> x.sma(Duration.ofNanos(5))).fingerprint(),
                        graph(x -> x.sum(5)).fingerprint(),
                        graph(x -> x.named("x").sma(5)).fingerprint(),
                        graph(x -> x.sma(5).abs()).fingerprint()))
                .doesNotHaveDuplicates()
                .doesNotContain(sma);
    }

    @Test
    void stateOfAnotherGraphIsRefusedOrMigrated() {
        Graph<Tick, Double> before = graph(x -> x.cumsum().plus(x.lag(1)));
        Graph<Tick, Double> after = graph(x -> x.cumsum().plus(x.lag(2)));
        Run<Tick> run = before.start(step -> {});
        run.accept(new Tick(7, "a", 1.0, 0));
        run.accept(new Tick(8, "a", 2.0, 0));
        byte[] state = run.save();

        assertThatThrownBy(() -> after.start(step -> {}).load(state))
                .isInstanceOf(StateException.class)
                .hasMessageContaining(before.fingerprint())
                .hasMessageContaining(after.fingerprint())
                .hasMessageContaining("migratedBy");

        assertThat(said(after.migratedBy(StateMigration.keepWhatMatches()), state))
                .as("the sum goes on, the longer lag begins again")
                .containsExactly(Absent.WARMING_UP, Absent.WARMING_UP, 3.0 + 10 + 20 + 30 + 10);
        assertThat(said(after.migratedBy(StateMigration.startAfresh()), state))
                .containsExactly(Absent.WARMING_UP, Absent.WARMING_UP, 10 + 20 + 30 + 10.0);
    }

    private static List<Object> said(Graph<Tick, Double> graph, byte[] state) {
        var said = new ArrayList<Object>();
        Run<Tick> run = graph.start(step -> said.add(step.isPresent() ? step.value() : step.reason()));
        run.load(state);
        for (int i = 1; i <= 3; i++) {
            run.accept(new Tick(8 + i, "a", 10.0 * i, 0));
        }
        assertThatThrownBy(() -> run.accept(new Tick(7, "a", 0.0, 0))).isInstanceOf(OutOfOrderException.class);
        return said;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 5, 12, 30, 60, 100})
    void damagedStateIsRefusedAndChangesNothing(int length) {
        Graph<Tick, Double> graph = graph(x -> x.median(5).plus(x.sma(MINUTE)));
        Run<Tick> run = graph.start(step -> {});
        for (int i = 0; i < 20; i++) {
            run.accept(new Tick(i, "a", i * 1.5, 0));
        }
        byte[] state = run.save();

        assertThatThrownBy(() -> run.load(Arrays.copyOf(state, length))).isInstanceOf(StateException.class);
        assertThatThrownBy(() -> run.load(Arrays.copyOf(state, state.length + 1)))
                .isInstanceOf(StateException.class);
        assertThat(run.save()).isEqualTo(state);
    }

    @Test
    void aSinkMustNotStepItsRun() {
        var run = new ArrayList<Run<Tick>>();
        run.add(graph(x -> x).start(step -> run.get(0).accept(new Tick(9, "a", 1.0, 0))));

        assertThatThrownBy(() -> run.get(0).accept(new Tick(8, "a", 1.0, 0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("must not step");
    }

    @Test
    void aResultHasAValueOrAReason() {
        assertThatThrownBy(() -> new Result<>(null, null, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Result<Double>(null, null, Absent.WARMING_UP).get())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("WARMING_UP");
    }

    @Test
    void timesFarAwayAreRefused() {
        Run<Tick> run = Graph.define(Tick.class, g -> {
                    g.timestamp(tick -> Instant.MAX);
                    return g.number(Tick::y);
                })
                .start(step -> {});

        assertThatThrownBy(() -> run.accept(new Tick(0, "a", 1.0, 0)))
                .isInstanceOf(UserCodeException.class)
                .hasMessageContaining("146 years");
    }
}
