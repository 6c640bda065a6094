package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.internal.aggregate.Aggregator;
import io.streamsboot.pipeline.internal.time.Bits;
import io.streamsboot.pipeline.internal.time.State;
import io.streamsboot.pipeline.row.JsonRow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates of sessions. The sessions of a key stand under the key and their first time, with their last; their ends are
 * expiries. A row joins all sessions that it is less than the gap away from, and makes one of them. A row that is behind its
 * own watermark is late even if a session were still open, so that it does not matter how far others are.
 */
final class SessionOperator implements Operator {

    private final KeyedStep.SessionAggregate step;
    private final Aggregator aggregator;
    private final State state;
    private final Expiries ends;

    SessionOperator(KeyedStep.SessionAggregate step, State state) {
        this.step = step;
        this.aggregator = new Aggregator(step.aggs());
        this.state = state;
        this.ends = new Expiries(state);
    }

    private record Session(long first, long last, byte[] results) {}

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
        Session merged = new Session(time, time, aggregator.add(null, row.value(), row.origin()));
        byte[] from = Keys.join('S', row.key());
        byte[] to = Keys.join('S', row.key(), Keys.time(time + step.gapMs()));
        for (State.Entry entry : state.range(from, to, Integer.MAX_VALUE)) {
            Session other = read(entry);
            if (other.last() + step.gapMs() > time) {
                state.put(entry.key(), null);
                ends.remove(other.last() + step.gapMs(), entry.key());
                merged = new Session(
                        Math.min(merged.first(), other.first()),
                        Math.max(merged.last(), other.last()),
                        aggregator.merge(merged.results(), other.results()));
            }
        }
        write(row.key(), merged);
    }

    private static Session read(State.Entry entry) {
        long first = Keys.time(entry.key(), entry.key().length - Long.BYTES);
        return Bits.read(
                entry.value(), in -> new Session(first, in.readLong(), Objects.requireNonNull(Bits.bytes(in))));
    }

    private void write(byte[] key, Session session) {
        byte[] name = Keys.join('S', key, Keys.time(session.first()));
        state.put(name, Bits.write(out -> {
            out.writeLong(session.last());
            Bits.bytes(out, session.results());
        }));
        ends.put(session.last() + step.gapMs(), name, key);
    }

    @Override
    public long advance(long watermark, Emitter out) {
        return ends.due(watermark, (end, name, key) -> {
            Session session = read(new State.Entry(name, Objects.requireNonNull(state.get(name))));
            state.put(name, null);
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            Keys.columns(key, step.groupBy(), row);
            row.put("windowStart", session.first());
            row.put("windowEnd", end);
            aggregator.results(session.results(), row);
            out.emit(Keys.recordKey(key), JsonRow.toJson(row), end - 1);
        });
    }
}
