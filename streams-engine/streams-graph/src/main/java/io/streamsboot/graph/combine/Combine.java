package io.streamsboot.graph.combine;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.Run;
import io.streamsboot.graph.Runner;
import io.streamsboot.graph.internal.BaseRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Combines streams of records and graphs. All streams are lazy, hold no more than they must, and are read by one thread.
 */
public final class Combine {

    private Combine() {}

    /**
     * Merges records by time; of equal times the input that is named first comes first.
     *
     * @throws io.streamsboot.graph.OutOfOrderException while reading, when an input goes back in time
     */
    public static <R> Stream<R> mergeByTime(List<Timed<? extends R>> inputs) {
        List<Timed<? extends R>> copy = List.copyOf(inputs);
        return stream(() -> new MergingIterator<R>(copy));
    }

    /**
     * Pairs the records of two streams that have the same key and lie at most {@code within} apart. A pair comes when its later
     * record does, ties with the left first; the pairs of one record come in the order of the others.
     *
     * @throws io.streamsboot.graph.OutOfOrderException while reading, when an input goes back in time
     */
    public static <K, L, R, T> Stream<T> join(
            Timed<L> left,
            Function<? super L, ? extends K> leftKey,
            Timed<R> right,
            Function<? super R, ? extends K> rightKey,
            Duration within,
            BiFunction<? super L, ? super R, ? extends T> pair) {
        if (within.isNegative()) {
            throw new IllegalArgumentException("records cannot be joined within a negative time: " + within);
        }
        return stream(() -> new JoiningIterator<K, L, R, T>(left, leftKey, right, rightKey, within, pair));
    }

    /** Groups records that follow each other and have the same key. */
    public static <K, R> Stream<Group<K, R>> group(
            Iterable<? extends R> records, Function<? super R, ? extends K> key) {
        return stream(() -> new GroupingIterator<K, R>(records.iterator(), key, Integer.MAX_VALUE));
    }

    /** Cuts records into lists of {@code size}; the last may be shorter. */
    public static <R> Stream<List<R>> batch(Iterable<? extends R> records, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a batch must have at least one record, not " + size);
        }
        return stream(() -> new GroupingIterator<String, R>(records.iterator(), record -> "", size))
                .map(Group::records);
    }

    /** Gives every record to each of several graphs, in their order. */
    public static <R, T> Runner<R, Forked<T>> fork(List<? extends Graph<R, ? extends T>> graphs) {
        List<Graph<R, ? extends T>> copy = List.copyOf(graphs);
        return new BaseRunner<R, Forked<T>>(out -> {
            var runs = new ArrayList<Run<R>>();
            for (int i = 0; i < copy.size(); i++) {
                runs.add(start(copy.get(i), i, out));
            }
            return new ForkedRun<>(runs);
        });
    }

    private static <R, T, V extends T> Run<R> start(Graph<R, V> graph, int number, Consumer<Forked<T>> out) {
        return graph.start(step -> {
            if (step.isPresent()) {
                out.accept(new Forked<>(number, step.value()));
            }
        });
    }

    private static <T> Stream<T> stream(Supplier<Iterator<T>> iterator) {
        int traits = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(() -> Spliterators.spliteratorUnknownSize(iterator.get(), traits), traits, false);
    }
}
