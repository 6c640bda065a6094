package io.streamsboot.graph.combine;

import io.streamsboot.graph.OutOfOrderException;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The earliest of several inputs first. */
final class MergingIterator<R> implements Iterator<R> {

    private final PriorityQueue<Head<? extends R>> heads = new PriorityQueue<>();

    MergingIterator(List<Timed<? extends R>> inputs) {
        for (int i = 0; i < inputs.size(); i++) {
            add(inputs.get(i), i);
        }
    }

    private <S extends R> void add(Timed<S> input, int number) {
        var head = new Head<>(input.records().iterator(), input.time(), number);
        if (head.advance()) {
            heads.add(head);
        }
    }

    @Override
    public boolean hasNext() {
        return !heads.isEmpty();
    }

    @Override
    public R next() {
        Head<? extends R> first = heads.poll();
        if (first == null) {
            throw new NoSuchElementException("there are no more records");
        }
        R record = first.record();
        if (first.advance()) {
            heads.add(first);
        }
        return record;
    }

    /** The next record of one input. */
    static final class Head<S> implements Comparable<Head<?>> {

        private final Iterator<? extends S> records;
        private final Function<? super S, Instant> timeOf;
        private final int number;
        private Instant time = Instant.MIN;
        private @Nullable S record;

        Head(Iterator<? extends S> records, Function<? super S, Instant> timeOf, int number) {
            this.records = records;
            this.timeOf = timeOf;
            this.number = number;
        }

        boolean advance() {
            if (!records.hasNext()) {
                return false;
            }
            S next = records.next();
            Instant at = timeOf.apply(next);
            if (at.isBefore(time)) {
                throw new OutOfOrderException("a record of input " + number, at, time);
            }
            time = at;
            record = next;
            return true;
        }

        S record() {
            return Objects.requireNonNull(record);
        }

        Instant time() {
            return time;
        }

        @Override
        public int compareTo(Head<?> other) {
            int byTime = time.compareTo(other.time);
            return byTime != 0 ? byTime : Integer.compare(number, other.number);
        }
    }
}
