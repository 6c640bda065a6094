package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import org.jspecify.annotations.Nullable;

/** An aggregate over a tumbling or session window, which is said when the window closes. */
final class ClosingWindowOp extends Op.Stateful {

    private final Slot in;
    private final @Nullable Slot in2;
    private final int timer;
    private final Closing closing;
    private final Aggregate aggregate;
    private final int width;

    /** The running aggregate, and as it was marked. */
    private final double[] sums;

    private long count;
    private long markCount;

    ClosingWindowOp(Slot out, Slot in, @Nullable Slot in2, int timer, Closing closing, Aggregate aggregate) {
        super(out);
        this.in = in;
        this.in2 = in2;
        this.timer = timer;
        this.closing = closing;
        this.aggregate = aggregate;
        this.width = aggregate.width;
        this.sums = new double[2 * width];
        aggregate.clear(sums, 0);
    }

    @Override
    void compute(Frame f) {
        out.moved = f.pass;
        markCount = count;
        for (int i = 0; i < width; i++) {
            sums[width + i] = sums[i];
        }
        boolean closes = f.timerFires(timer);
        if (closes) {
            if (count < aggregate.needed()) {
                out.none(Slot.WARMING_UP);
            } else {
                aggregate.result(aggregate.nothing, 0, 0, sums, 0, count, out);
            }
            aggregate.clear(sums, 0);
            count = 0;
        }
        byte missing = in.absent != Slot.PRESENT || in2 == null ? in.absent : in2.absent;
        if (missing == Slot.PRESENT) {
            aggregate.append(sums, 0, count, in.num, in2 == null ? 0 : in2.num);
            if (count++ == 0 || closing.session()) {
                f.setTimer(timer, closing.endFor(f.now));
            }
        }
        if (!closes) {
            out.none(missing == Slot.PRESENT ? Slot.WINDOW_OPEN : missing);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    @Override
    void undo() {
        count = markCount;
        System.arraycopy(sums, width, sums, 0, width);
    }

    @Override
    void save(StateOutput to) {
        to.writeLong(count);
        Doubles.write(sums, 0, width, to);
    }

    @Override
    void load(StateInput from) {
        count = from.readLong();
        Doubles.read(sums, 0, width, from);
    }
}
