package io.streamsboot.graph.internal.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several numbers side by side. They stay where they are; an array is made only for who asks for an object. */
final class RowOp extends Op {

    private final Slot[] ins;

    RowOp(Slot out, List<Slot> ins) {
        super(out);
        if (out.obj instanceof Row row) {
            this.ins = row.ins;
        } else {
            this.ins = ins.toArray(Slot[]::new);
            out.obj = new Row(this.ins);
        }
    }

    @Override
    void compute(Frame f) {
        for (Slot in : ins) {
            if (in.isPresent()) {
                out.absent = Slot.PRESENT;
                return;
            }
        }
        out.none(ins[0].absent);
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    /** What stands in the slot: a view of the slots, the same for all states. */
    record Row(Slot[] ins) {

        double get(int i) {
            Slot slot = ins[i];
            return slot.isPresent() ? slot.num : Double.NaN;
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
