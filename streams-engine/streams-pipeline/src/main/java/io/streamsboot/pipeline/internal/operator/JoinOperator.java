package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.definition.KeyedStep.JoinType;
import io.streamsboot.pipeline.internal.time.Bits;
import io.streamsboot.pipeline.internal.time.Origin;
import io.streamsboot.pipeline.internal.time.State;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Joins two inputs. Every row is kept, under its side, key, time and origin, until the watermark has passed its time and the
 * window: up to then a row of the other side may come. Only then is it known to be without a partner, and emitted alone.
 * (Kafka's own join emits a left row alone as soon as its stream time has passed, and joins it later all the same:
 * KAFKA-19536.)
 */
final class JoinOperator implements Operator {

    private static final char[] SIDES = {'L', 'R'};

    private final KeyedStep.StreamJoin step;
    private final Joining joining;
    private final State state;
    private final Expiries ends;

    /** A row that waits for partners. */
    private record Waiting(boolean joined, Origin origin, byte @Nullable [] recordKey, byte[] value) {}

    JoinOperator(KeyedStep.StreamJoin step, Joining joining, State state) {
        this.step = step;
        this.joining = joining;
        this.state = state;
        this.ends = new Expiries(state);
    }

    @Override
    public boolean closes() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return !ends.isEmpty();
    }

    @Override
    public boolean isLate(Keyed.Row row, long closed) {
        return row.origin().time() < closed;
    }

    @Override
    public void row(Keyed.Row row, long closed, Emitter out) {
        long time = row.origin().time();
        boolean joined = false;
        if (!Keys.values(row.key()).contains(null)) {
            char others = SIDES[1 - row.side()];
            byte[] from = Keys.join(others, row.key(), Keys.time(time - step.windowMs()));
            byte[] to = Keys.join(others, row.key(), Keys.time(time + step.windowMs() + 1));
            for (State.Entry entry : state.range(from, to, Integer.MAX_VALUE)) {
                Waiting other = read(entry.value());
                joined = true;
                if (!other.joined()) {
                    state.put(entry.key(), write(new Waiting(true, other.origin(), other.recordKey(), other.value())));
                }
                boolean left = row.side() == 0;
                out.emit(
                        left ? row.recordKey() : other.recordKey(),
                        joining.join(left ? row.value() : other.value(), left ? other.value() : row.value()),
                        Math.max(time, other.origin().time()));
            }
        }
        byte[] name = Keys.join(
                SIDES[row.side()], row.key(), Keys.time(time), Bits.write(bytes -> Bits.origin(bytes, row.origin())));
        state.put(name, write(new Waiting(joined, row.origin(), row.recordKey(), row.value())));
        ends.put(time + step.windowMs() + 1, name, new byte[0]);
    }

    private static byte[] write(Waiting row) {
        return Bits.write(out -> {
            out.writeBoolean(row.joined());
            Bits.origin(out, row.origin());
            Bits.bytes(out, row.recordKey());
            Bits.bytes(out, row.value());
        });
    }

    private static Waiting read(byte[] stored) {
        return Bits.read(stored, in -> {
            boolean joined = in.readBoolean();
            Origin origin = Bits.origin(in);
            byte[] recordKey = Bits.bytes(in);
            return new Waiting(joined, origin, recordKey, Objects.requireNonNull(Bits.bytes(in)));
        });
    }

    @Override
    public long advance(long watermark, Emitter out) {
        return ends.due(watermark, (end, name, value) -> {
            Waiting row = read(Objects.requireNonNull(state.get(name)));
            state.put(name, null);
            boolean left = name[0] == SIDES[0];
            boolean wanted = step.type() == JoinType.OUTER || (left && step.type() == JoinType.LEFT);
            if (!row.joined() && wanted) {
                byte[] alone = left ? joining.join(row.value(), null) : joining.join(null, row.value());
                out.emit(row.recordKey(), alone, row.origin().time());
            }
        });
    }

    @Override
    public long delay() {
        return step.windowMs() + 1;
    }
}
