package io.streamsboot.graph.internal.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several numbers side by side. They stay where they are; an array is made only for who asks for an object. */
final class RowOp extends Op {

    private final int[] ins;

    RowOp(int out, List<Slot> ins) {
        super(out);
        this.ins = ins.stream().mapToInt(Slot::index).toArray();
    }

    @Override
    void compute(Frame f) {
        for (int in : ins) {
            if (f.absent[in] == Frame.PRESENT) {
                if (f.obj[out] == null) {
                    f.obj[out] = new Row(f, ins);
                }
                f.absent[out] = Frame.PRESENT;
                return;
            }
        }
        f.none(out, f.absent[ins[0]]);
    }

    @Override
    void step(Frame f) {
        compute(f);
        f.ops[++f.at].step(f);
    }

    /** What stands in the slot: a view of the frame. */
    record Row(Frame frame, int[] ins) {

        double get(int i) {
            int slot = ins[i];
            return frame.absent[slot] == Frame.PRESENT ? frame.num[slot] : Double.NaN;
        }

        double[] toArray() {
            double[] values = new double[ins.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = get(i);
            }
            return values;
        }

        static @Nullable Object unwrap(@Nullable Object value) {
            return value instanceof Row row ? row.toArray() : value;
        }
    }
}
