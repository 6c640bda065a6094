package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over the values of {@code (t - w, t]}, by two stacks: values before {@code middle} have a suffix aggregate that
 * reaches up to it, those behind it are in one running aggregate. When the first part has left the window, the second becomes
 * it. Each value is aggregated twice, so the cost is constant amortised; a gap may let any number leave in one step.
 *
 * <p>Values lie in rings whose size is a power of two, addressed by ever-growing positions. The rings have room for what the
 * step before held beside what comes, so that a step can be taken back by its positions alone.
 */
final class TimeWindowOp extends Op.Stateful {

    private final Slot in;
    private final @Nullable Slot in2;
    private final long span;
    private final int width;
    private final Aggregate aggregate;

    private long[] times = new long[8];
    private double[] raw = new double[8];
    private double[] raw2;
    private double[] suffixes;

    /** The running aggregate, and as it was marked. */
    private final double[] sums;

    private long head;
    private long middle;
    private long tail;
    private long markHead;
    private long markMiddle;
    private long markTail;

    /** {@code in2} is null for an aggregate of one input; {@code span} in nanoseconds. */
    TimeWindowOp(Slot out, Slot in, @Nullable Slot in2, long span, Aggregate aggregate) {
        super(out);
        this.in = in;
        this.in2 = in2;
        this.span = span;
        this.aggregate = aggregate;
        this.width = aggregate.width;
        this.raw2 = in2 == null ? raw : new double[8];
        this.suffixes = new double[8 * width];
        this.sums = new double[2 * width];
        aggregate.clear(sums, 0);
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in) || (in2 != null && out.passesAbsence(in2))) {
            return;
        }
        mark(f);
        evict(f.now - span);
        append(f.now, in.num, in2 == null ? 0 : in2.num);
        if (tail - head < aggregate.needed()) {
            out.none(Slot.WARMING_UP);
        } else if (middle == head) {
            aggregate.result(aggregate.nothing, 0, 0, sums, 0, tail - middle, out);
        } else {
            int first = (int) head & (times.length - 1);
            aggregate.result(suffixes, first * width, middle - head, sums, 0, tail - middle, out);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    private void evict(long until) {
        int mask = times.length - 1;
        long from = head;
        while (head < tail && times[(int) head & mask] <= until) {
            head++;
        }
        if (head > from && head >= middle) {
            turn();
        }
    }

    /** Gives every value a suffix aggregate and empties the running one. */
    private void turn() {
        int mask = times.length - 1;
        for (long i = tail - 1; i >= head; i--) {
            int at = (int) i & mask;
            int to = at * width;
            if (i == tail - 1) {
                aggregate.clear(suffixes, to);
            } else {
                System.arraycopy(suffixes, ((int) (i + 1) & mask) * width, suffixes, to, width);
            }
            aggregate.prepend(suffixes, to, tail - 1 - i, raw[at], raw2[at]);
        }
        middle = tail;
        aggregate.clear(sums, 0);
    }

    private void append(long time, double x, double y) {
        if (tail - markHead == times.length) {
            grow();
        }
        int at = (int) tail & (times.length - 1);
        times[at] = time;
        raw[at] = x;
        if (in2 != null) {
            raw2[at] = y;
        }
        aggregate.append(sums, 0, tail - middle, x, y);
        tail++;
    }

    private void grow() {
        int size = Math.multiplyExact(times.length, 2);
        long[] newTimes = new long[size];
        double[] newRaw = new double[size];
        double[] newRaw2 = in2 == null ? newRaw : new double[size];
        double[] newSuffixes = new double[Math.multiplyExact(size, width)];
        for (long i = markHead; i < tail; i++) {
            int from = (int) i & (times.length - 1);
            int to = (int) i & (size - 1);
            newTimes[to] = times[from];
            newRaw[to] = raw[from];
            newRaw2[to] = raw2[from];
            System.arraycopy(suffixes, from * width, newSuffixes, to * width, width);
        }
        times = newTimes;
        raw = newRaw;
        raw2 = newRaw2;
        suffixes = newSuffixes;
    }

    private void mark(Frame f) {
        out.moved = f.pass;
        markHead = head;
        markMiddle = middle;
        markTail = tail;
        for (int i = 0; i < width; i++) {
            sums[width + i] = sums[i];
        }
    }

    @Override
    void undo() {
        head = markHead;
        middle = markMiddle;
        tail = markTail;
        System.arraycopy(sums, width, sums, 0, width);
    }

    @Override
    void save(StateOutput to) {
        to.writeInt((int) (tail - head));
        to.writeInt((int) Math.max(0, middle - head));
        Doubles.write(sums, 0, width, to);
        for (long i = head; i < tail; i++) {
            int at = (int) i & (times.length - 1);
            to.writeLong(times[at]);
            to.writeDouble(raw[at]);
            if (in2 != null) {
                to.writeDouble(raw2[at]);
            }
            if (i < middle) {
                Doubles.write(suffixes, at * width, width, to);
            }
        }
    }

    @Override
    void load(StateInput from) {
        int size = from.readLength(Long.BYTES + Double.BYTES);
        int turned = from.readInt();
        if (turned < 0 || turned > size) {
            throw new IllegalArgumentException(
                    "the state of a time window is damaged: " + turned + " of " + size + " values turned");
        }
        Doubles.read(sums, 0, width, from);
        int capacity = Math.max(times.length, Integer.highestOneBit(size) * 2);
        times = Arrays.copyOf(times, capacity);
        raw = new double[capacity];
        raw2 = in2 == null ? raw : new double[capacity];
        suffixes = new double[Math.multiplyExact(capacity, width)];
        head = 0;
        middle = turned;
        tail = size;
        for (int i = 0; i < size; i++) {
            times[i] = from.readLong();
            raw[i] = from.readDouble();
            if (in2 != null) {
                raw2[i] = from.readDouble();
            }
            if (i < turned) {
                Doubles.read(suffixes, i * width, width, from);
            }
        }
    }
}
