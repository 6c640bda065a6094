package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Remembers something per key of the values: when one passed last, to let no second through within a span, or its last
 * number. Entries that ran out are forgotten when they are the oldest, and judged by their time until then.
 */
final class KeyMemoryOp<K> extends Op.Stateful {

    /** The last time and number of a key. */
    private record Entry(long time, double number) {}

    private final Slot in;
    private final @Nullable Slot number;
    private final Function<Object, ? extends K> key;
    private final long span;
    private final Codec<K> codec;
    private final Map<K, Entry> memory = new LinkedHashMap<>();
    private @Nullable K changed;
    private @Nullable Entry before;

    /** The time until which entries may be forgotten: that of the last step that stands. */
    private long last = Long.MIN_VALUE;

    private long markLast;

    /**
     * {@code in} gives the key's value. Without {@code number} it removes duplicates within {@code span}; otherwise it gives
     * the number that {@code number} was when the key came before.
     */
    KeyMemoryOp(
            Slot out, Slot in, @Nullable Slot number, Function<Object, ? extends K> key, long span, Codec<K> codec) {
        super(out);
        this.in = in;
        this.number = number;
        this.key = key;
        this.span = span;
        this.codec = codec;
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in) || (number != null && out.passesAbsence(number))) {
            return;
        }
        K k = Objects.requireNonNull(key.apply(in.object()), "the key of a value is null");
        forget();
        out.moved = f.pass;
        markLast = last;
        changed = null;
        last = f.now;
        Entry entry = memory.get(k);
        if (number != null) {
            if (entry == null) {
                out.none(Slot.WARMING_UP);
            } else {
                out.put(entry.number);
            }
            remember(k, entry, new Entry(f.now, number.num));
        } else if (entry != null && entry.time > f.now - span) {
            out.none(Slot.FILTERED_OUT);
        } else {
            remember(k, entry, new Entry(f.now, 0));
            out.putAs(in);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    private void remember(K k, @Nullable Entry old, Entry entry) {
        changed = k;
        before = old;
        memory.remove(k);
        memory.put(k, entry);
    }

    private void forget() {
        if (span == Long.MAX_VALUE || last == Long.MIN_VALUE) {
            return;
        }
        var oldest = memory.values().iterator();
        while (oldest.hasNext() && oldest.next().time <= last - span) {
            oldest.remove();
        }
    }

    @Override
    void undo() {
        last = markLast;
        if (changed != null) {
            memory.remove(changed);
            if (before != null) {
                memory.put(changed, before);
            }
        }
    }

    @Override
    void save(StateOutput to) {
        to.writeLong(last);
        to.writeInt(memory.size());
        memory.forEach((k, entry) -> {
            codec.write(k, to);
            to.writeLong(entry.time);
            to.writeDouble(entry.number);
        });
    }

    @Override
    void load(StateInput from) {
        last = from.readLong();
        int size = from.readLength(Long.BYTES + Double.BYTES);
        for (int i = 0; i < size; i++) {
            K k = codec.read(from);
            memory.put(k, new Entry(from.readLong(), from.readDouble()));
        }
    }
}
