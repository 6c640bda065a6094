package io.streamsboot.graph.internal;

import io.streamsboot.graph.Run;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Function;

/** Results as they are asked for. */
final class RunIterator<R, T> implements Iterator<T> {

    private final Iterator<? extends R> records;
    private final Queue<T> results = new ArrayDeque<>();
    private final Run<R> run;

    RunIterator(Iterator<? extends R> records, Function<Consumer<T>, Run<R>> opener) {
        this.records = records;
        this.run = opener.apply(results::add);
    }

    @Override
    public boolean hasNext() {
        while (results.isEmpty() && records.hasNext()) {
            run.accept(records.next());
        }
        if (results.isEmpty()) {
            run.finish();
        }
        return !results.isEmpty();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more results");
        }
        return results.remove();
    }
}
