package io.streamsboot.graph.test;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.graph.Run;
import io.streamsboot.graph.Step;
import io.streamsboot.graph.value.Absent;
import io.streamsboot.graph.value.Keyed;
import io.streamsboot.graph.value.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Steps a graph by hand and remembers what it says.
 *
 * <pre>{@code
 * var tester = GraphTester.of(trend);
 * tester.pipe(tick(1), tick(2));
 * assertThat(tester.reason()).isEqualTo(Absent.WARMING_UP);
 * tester.pipe(tick(3));
 * assertThat(tester.value()).isEqualTo(2.0);
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class GraphTester<R, V> {

    private final Graph<R, V> graph;
    private final List<Result<V>> results = new ArrayList<>();
    private Run<R> run;

    private GraphTester(Graph<R, V> graph) {
        this.graph = graph;
        this.run = graph.start(this::remember);
    }

    /** A tester with a fresh run. */
    public static <R, V> GraphTester<R, V> of(Graph<R, V> graph) {
        return new GraphTester<>(graph);
    }

    private void remember(Step<R, V> step) {
        results.add(new Result<>(step.timestamp(), step.isPresent() ? step.value() : null, step.reason()));
    }

    /** Gives records to the graph. Returns this. */
    @SafeVarargs
    public final GraphTester<R, V> pipe(R... records) {
        for (R record : records) {
            run.accept(record);
        }
        return this;
    }

    /** Gives records to the graph. Returns this. */
    public GraphTester<R, V> pipeAll(Iterable<? extends R> records) {
        records.forEach(run::accept);
        return this;
    }

    /** Lets time pass without a record. Returns this. */
    public GraphTester<R, V> advanceTo(Instant time) {
        run.advanceTo(time);
        return this;
    }

    /** Ends the input. Returns this. */
    public GraphTester<R, V> finish() {
        run.finish();
        return this;
    }

    /** Saves the state and goes on with a new run that has loaded it; nothing may change by that. Returns this. */
    public GraphTester<R, V> saveAndLoad() {
        byte[] state = run.save();
        run = graph.start(this::remember);
        run.load(state);
        return this;
    }

    /** All steps so far. */
    public List<Result<V>> results() {
        return List.copyOf(results);
    }

    /** The values of all steps so far that had one. */
    public List<V> values() {
        return results.stream().filter(Result::isPresent).map(Result::get).toList();
    }

    /** The value of the last step; fails with the reason when there is none. */
    public V value() {
        return last().get();
    }

    /** Why the last step has no value; null when it has one. */
    public @Nullable Absent reason() {
        return last().reason();
    }

    private Result<V> last() {
        if (results.isEmpty()) {
            throw new AssertionError("the graph has not been stepped; pipe a record first");
        }
        return results.get(results.size() - 1);
    }

    /**
     * Checks that the graph says the same over an iterable, an iterator and a stream, per key, and when its state is saved and
     * loaded after every record.
     *
     * @throws AssertionError naming the mode and the first difference
     */
    public static <R, V> void assertModesAgree(Graph<R, V> graph, List<R> records) {
        List<Result<V>> expected = graph.results().over(records).toList();
        compare("an iterator", expected, drain(graph, records));
        compare("a stream", expected, graph.results().over(records.stream()).toList());
        compare(
                "a keyed run",
                expected,
                graph.keyed(record -> "", OutOfOrder.error())
                        .results()
                        .over(records)
                        .map(Keyed::value)
                        .toList());
        GraphTester<R, V> saved = of(graph);
        records.forEach(record -> saved.pipeAll(List.of(record)).saveAndLoad());
        compare("saving and loading", expected, saved.finish().results());
    }

    private static <R, V> List<Result<V>> drain(Graph<R, V> graph, List<R> records) {
        var results = new ArrayList<Result<V>>();
        graph.results().over(records.iterator()).forEachRemaining(results::add);
        return results;
    }

    private static void compare(String mode, List<?> expected, List<?> actual) {
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            Object want = i < expected.size() ? expected.get(i) : "no more steps";
            Object have = i < actual.size() ? actual.get(i) : "no more steps";
            if (!want.equals(have)) {
                throw new AssertionError(
                        mode + " differs from an iterable in step " + i + ": " + have + ", not " + want);
            }
        }
    }
}
