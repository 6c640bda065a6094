package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.internal.time.Bits;
import io.streamsboot.pipeline.internal.time.State;

/** Keeps the first row to arrive of a key. */
final class DedupeOperator implements Operator {

    private static final byte[] NONE = new byte[0];

    private final KeyedStep.Dedupe step;
    private final State state;
    private final Expiries ends;

    DedupeOperator(KeyedStep.Dedupe step, State state) {
        this.step = step;
        this.state = state;
        this.ends = new Expiries(state);
    }

    @Override
    public boolean closes() {
        return false;
    }

    @Override
    public boolean isLate(Keyed.Row row, long closed) {
        return false;
    }

    @Override
    public void row(Keyed.Row row, long closed, Emitter out) {
        byte[] name = Keys.join('K', row.key());
        byte[] stored = state.get(name);
        long time = row.origin().time();
        if (stored != null) {
            long kept = Bits.read(stored, in -> in.readLong());
            boolean near = step.withinMs() == 0 || Math.abs(time - kept) < step.withinMs();
            if (near) {
                return;
            } else if (time > kept) {
                ends.remove(kept + step.withinMs(), name);
            }
        }
        if (stored == null || time > Bits.read(stored, in -> in.readLong())) {
            state.put(name, Bits.write(bytes -> bytes.writeLong(time)));
            if (step.withinMs() > 0) {
                ends.put(time + step.withinMs(), name, NONE);
            }
        }
        out.emit(row.recordKey(), row.value(), time);
    }

    @Override
    public long advance(long watermark, Emitter out) {
        ends.due(watermark, (end, name, value) -> state.put(name, null));
        return Long.MIN_VALUE;
    }
}
