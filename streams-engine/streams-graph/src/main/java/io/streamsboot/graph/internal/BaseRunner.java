package io.streamsboot.graph.internal;

import io.streamsboot.graph.Run;
import io.streamsboot.graph.Runner;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The four ways to run, given one: a run that tells its results to a consumer. */
public class BaseRunner<R, T> implements Runner<R, T> {

    private static final int TRAITS = Spliterator.ORDERED | Spliterator.NONNULL;

    private final Function<Consumer<T>, Run<R>> opener;

    /** With what makes a run for a consumer of its results. */
    public BaseRunner(Function<Consumer<T>, Run<R>> opener) {
        this.opener = opener;
    }

    @Override
    public Stream<T> over(Iterable<? extends R> records) {
        Objects.requireNonNull(records, "records");
        return stream(records::iterator);
    }

    @Override
    public Iterator<T> over(Iterator<? extends R> records) {
        return new RunIterator<>(Objects.requireNonNull(records, "records"), opener);
    }

    @Override
    public Stream<T> over(Stream<? extends R> records) {
        Objects.requireNonNull(records, "records");
        return stream(records::iterator).onClose(records::close);
    }

    private Stream<T> stream(Supplier<? extends Iterator<? extends R>> records) {
        return StreamSupport.stream(
                () -> Spliterators.spliteratorUnknownSize(over(records.get()), TRAITS), TRAITS, false);
    }

    @Override
    public Flow.Publisher<T> over(Flow.Publisher<? extends R> records) {
        return new RunPublisher<>(Objects.requireNonNull(records, "records"), opener);
    }
}
