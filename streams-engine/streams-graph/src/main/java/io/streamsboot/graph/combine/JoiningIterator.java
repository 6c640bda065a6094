package io.streamsboot.graph.combine;

import io.streamsboot.graph.OutOfOrderException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Pairs of two inputs; of each input, what can still find a partner is kept by key. */
final class JoiningIterator<K, L, R, T> implements Iterator<T> {

    private final Side<K, L> left;
    private final Side<K, R> right;
    private final Duration within;
    private final BiFunction<? super L, ? super R, ? extends T> pair;
    private final Deque<T> pairs = new ArrayDeque<>();

    JoiningIterator(
            Timed<L> left,
            Function<? super L, ? extends K> leftKey,
            Timed<R> right,
            Function<? super R, ? extends K> rightKey,
            Duration within,
            BiFunction<? super L, ? super R, ? extends T> pair) {
        this.left = new Side<>(left, leftKey, "left");
        this.right = new Side<>(right, rightKey, "right");
        this.within = within;
        this.pair = pair;
    }

    @Override
    public boolean hasNext() {
        while (pairs.isEmpty() && (left.hasNext() || right.hasNext())) {
            if (right.hasNext() && (!left.hasNext() || right.time().isBefore(left.time()))) {
                Held<R> next = right.next();
                K key = right.key(next.record);
                for (Held<L> other : left.partners(key, next.time.minus(within))) {
                    pairs.add(pair.apply(other.record, next.record));
                }
                right.hold(key, next, next.time.minus(within));
            } else {
                Held<L> next = left.next();
                K key = left.key(next.record);
                for (Held<R> other : right.partners(key, next.time.minus(within))) {
                    pairs.add(pair.apply(next.record, other.record));
                }
                left.hold(key, next, next.time.minus(within));
            }
        }
        return !pairs.isEmpty();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more pairs");
        }
        return pairs.remove();
    }

    /** A record with its time. */
    private record Held<S>(Instant time, S record) {}

    /** One input. */
    private static final class Side<K, S> {

        private final Iterator<? extends S> records;
        private final Function<? super S, Instant> timeOf;
        private final Function<? super S, ? extends K> keyOf;
        private final String name;
        private final Map<K, Deque<Held<S>>> held = new HashMap<>();

        /** Keys in the order of their records, so that what is too old can be found without looking at every key. */
        private final Deque<Held<K>> order = new ArrayDeque<>();

        private final Deque<Held<S>> head = new ArrayDeque<>(1);
        private Instant last = Instant.MIN;

        Side(Timed<S> input, Function<? super S, ? extends K> keyOf, String name) {
            this.records = input.records().iterator();
            this.timeOf = input.time();
            this.keyOf = keyOf;
            this.name = name;
        }

        boolean hasNext() {
            if (head.isEmpty() && records.hasNext()) {
                S record = records.next();
                Instant time = timeOf.apply(record);
                if (time.isBefore(last)) {
                    throw new OutOfOrderException("a record of the " + name + " input", time, last);
                }
                last = time;
                head.add(new Held<>(time, record));
            }
            return !head.isEmpty();
        }

        Instant time() {
            return head.element().time;
        }

        Held<S> next() {
            return head.remove();
        }

        K key(S record) {
            return keyOf.apply(record);
        }

        Iterable<Held<S>> partners(K key, Instant from) {
            forget(from);
            return held.getOrDefault(key, new ArrayDeque<>(1));
        }

        void hold(K key, Held<S> record, Instant from) {
            forget(from);
            held.computeIfAbsent(key, k -> new ArrayDeque<>()).add(record);
            order.add(new Held<>(record.time, key));
        }

        private void forget(Instant from) {
            while (!order.isEmpty() && order.element().time.isBefore(from)) {
                K key = order.remove().record;
                held.computeIfPresent(key, (k, records) -> {
                    records.remove();
                    return records.isEmpty() ? null : records;
                });
            }
        }
    }
}
