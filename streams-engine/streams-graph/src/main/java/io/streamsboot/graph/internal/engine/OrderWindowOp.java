package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An order statistic over any kind of window: the values lie in a ring, those that are numbers also in a tree by rank. NaNs are
 * counted, and while the window holds one it is the answer.
 */
final class OrderWindowOp extends Op.Stateful {

    private final Slot in;
    private final OrderStatistic statistic;
    private final int limit;
    private final long span;
    private final int timer;
    private final @Nullable Closing closing;

    private long[] times = new long[8];
    private double[] raw = new double[8];
    private final OrderTree tree = new OrderTree(8);
    private long head;
    private long tail;
    private int nans;
    private long markHead;
    private long markTail;

    private OrderWindowOp(
            Slot out, Slot in, OrderStatistic statistic, int limit, long span, int timer, @Nullable Closing closing) {
        super(out);
        this.in = in;
        this.statistic = statistic;
        this.limit = limit;
        this.span = span;
        this.timer = timer;
        this.closing = closing;
    }

    static OrderWindowOp count(Slot out, Slot in, OrderStatistic statistic, int n) {
        return new OrderWindowOp(out, in, statistic, n, 0, -1, null);
    }

    static OrderWindowOp time(Slot out, Slot in, OrderStatistic statistic, long span) {
        return new OrderWindowOp(out, in, statistic, 0, span, -1, null);
    }

    static OrderWindowOp closing(Slot out, Slot in, OrderStatistic statistic, int timer, Closing closing) {
        return new OrderWindowOp(out, in, statistic, 0, 0, timer, closing);
    }

    @Override
    void compute(Frame f) {
        if (closing == null) {
            if (!out.passesAbsence(in)) {
                slide(f);
            }
        } else {
            close(f, closing);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    private void slide(Frame f) {
        mark(f);
        if (limit > 0) {
            if (tail - head == limit) {
                evict();
            }
        } else {
            long until = f.now - span;
            while (head < tail && times[slot(head)] <= until) {
                evict();
            }
        }
        append(f.now, in.num);
        if (tail - head < Math.max(limit, statistic.needed())) {
            out.none(Slot.WARMING_UP);
        } else {
            say();
        }
    }

    private void close(Frame f, Closing window) {
        mark(f);
        boolean closes = f.timerFires(timer);
        if (closes) {
            if (tail - head < statistic.needed()) {
                out.none(Slot.WARMING_UP);
            } else {
                say();
            }
            head = tail;
            nans = 0;
            tree.reset(times.length);
        }
        byte missing = in.absent;
        if (missing == Slot.PRESENT) {
            if (tail == head || window.session()) {
                f.setTimer(timer, window.endFor(f.now));
            }
            append(f.now, in.num);
        }
        if (!closes) {
            out.none(missing == Slot.PRESENT ? Slot.WINDOW_OPEN : missing);
        }
    }

    private void say() {
        out.put(nans > 0 ? Double.NaN : statistic.of(tree, raw[slot(tail - 1)]));
    }

    private void mark(Frame f) {
        out.moved = f.pass;
        markHead = head;
        markTail = tail;
    }

    private void evict() {
        int slot = slot(head);
        if (Double.isNaN(raw[slot])) {
            nans--;
        } else {
            tree.remove(slot);
        }
        head++;
    }

    private void append(long time, double x) {
        if (tail - markHead == times.length) {
            grow();
        }
        times[slot(tail)] = time;
        raw[slot(tail)] = x;
        enter(tail);
        tail++;
    }

    private void enter(long position) {
        int slot = slot(position);
        if (Double.isNaN(raw[slot])) {
            nans++;
        } else {
            tree.insert(slot, raw[slot], position);
        }
    }

    private int slot(long position) {
        return (int) position & (times.length - 1);
    }

    private void grow() {
        int size = Math.multiplyExact(times.length, 2);
        long[] newTimes = new long[size];
        double[] newRaw = new double[size];
        for (long i = markHead; i < tail; i++) {
            newTimes[(int) i & (size - 1)] = times[slot(i)];
            newRaw[(int) i & (size - 1)] = raw[slot(i)];
        }
        times = newTimes;
        raw = newRaw;
        plant();
    }

    /** Builds the tree of what the window holds. */
    private void plant() {
        tree.reset(times.length);
        nans = 0;
        for (long i = head; i < tail; i++) {
            enter(i);
        }
    }

    @Override
    void undo() {
        head = markHead;
        tail = markTail;
        plant();
    }

    @Override
    void save(StateOutput to) {
        to.writeInt((int) (tail - head));
        to.writeLong(head);
        for (long i = head; i < tail; i++) {
            to.writeLong(times[slot(i)]);
            to.writeDouble(raw[slot(i)]);
        }
    }

    @Override
    void load(StateInput from) {
        int size = from.readLength(Long.BYTES);
        head = from.readLong();
        tail = head + size;
        int capacity = Math.max(times.length, Integer.highestOneBit(size) * 2);
        times = Arrays.copyOf(times, capacity);
        raw = Arrays.copyOf(raw, capacity);
        for (long i = head; i < tail; i++) {
            times[slot(i)] = from.readLong();
            raw[slot(i)] = from.readDouble();
        }
        plant();
    }
}
