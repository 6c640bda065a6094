package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.internal.aggregate.Aggregator;
import io.streamsboot.pipeline.internal.time.State;
import io.streamsboot.pipeline.row.JsonRow;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates of windows. A window's results so far stand under its end, its begin and the key, so that the windows that the
 * watermark passes are the first entries.
 */
final class WindowOperator implements Operator {

    private final KeyedStep.WindowedAggregate step;
    private final WindowTimes times;
    private final Aggregator aggregator;
    private final Expiries windows;

    WindowOperator(KeyedStep.WindowedAggregate step, State state) {
        this.step = step;
        this.times = new WindowTimes(step.windows());
        this.aggregator = new Aggregator(step.aggs());
        this.windows = new Expiries(state);
    }

    @Override
    public boolean closes() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return !windows.isEmpty();
    }

    @Override
    public boolean isLate(Keyed.Row row, long closed) {
        return times.latestEnd(row.origin().time()) <= closed;
    }

    @Override
    public void row(Keyed.Row row, long closed, Emitter out) {
        times.each(row.origin().time(), (start, end) -> {
            if (end > closed) {
                byte[] name = Keys.join('W', row.key(), Keys.time(start));
                windows.put(end, name, aggregator.add(windows.get(end, name), row.value(), row.origin()));
            }
        });
    }

    @Override
    public long advance(long watermark, Emitter out) {
        return windows.due(watermark, (end, name, results) -> {
            byte[] key = Arrays.copyOfRange(name, 1 + Integer.BYTES, name.length - Long.BYTES);
            emit(key, Keys.time(name, name.length - Long.BYTES), end, results, out);
        });
    }

    private void emit(byte[] key, long start, long end, byte[] results, Emitter out) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        Keys.columns(key, step.groupBy(), row);
        row.put("windowStart", start);
        row.put("windowEnd", end);
        aggregator.results(results, row);
        out.emit(Keys.recordKey(key), JsonRow.toJson(row), end - 1);
    }
}
