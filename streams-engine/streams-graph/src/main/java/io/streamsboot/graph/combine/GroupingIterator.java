package io.streamsboot.graph.combine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs of records with the same key, up to a size. */
final class GroupingIterator<K, R> implements Iterator<Group<K, R>> {

    private final Iterator<? extends R> records;
    private final Function<? super R, ? extends K> keyOf;
    private final int size;
    private @Nullable R ahead;

    GroupingIterator(Iterator<? extends R> records, Function<? super R, ? extends K> keyOf, int size) {
        this.records = records;
        this.keyOf = keyOf;
        this.size = size;
    }

    @Override
    public boolean hasNext() {
        return ahead != null || records.hasNext();
    }

    @Override
    public Group<K, R> next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more groups");
        }
        R first = ahead != null ? ahead : Objects.requireNonNull(records.next(), "a record is null");
        ahead = null;
        K key = keyOf.apply(first);
        List<R> group = new ArrayList<>();
        group.add(first);
        while (group.size() < size && records.hasNext()) {
            R next = Objects.requireNonNull(records.next(), "a record is null");
            if (!key.equals(keyOf.apply(next))) {
                ahead = next;
                break;
            }
            group.add(next);
        }
        return new Group<>(key, group);
    }
}
