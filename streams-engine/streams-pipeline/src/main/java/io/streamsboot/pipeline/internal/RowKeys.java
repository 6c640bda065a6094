package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import io.streamsboot.pipeline.expression.internal.Values;
import io.streamsboot.pipeline.internal.aggregate.Aggregator;
import io.streamsboot.pipeline.internal.aggregate.JsonValues;
import io.streamsboot.pipeline.internal.operator.Keys;
import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.RowLayout;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys of rows of a step with state, and whether it can take them: what is bad must be found before they leave. */
final class RowKeys implements RowCheck {

    private final List<String> keys;
    private final @Nullable String orderBy;
    private final @Nullable Aggregator aggregator;
    private final JsonRow row;
    private byte @Nullable [] checked;
    private byte[] keyOfChecked = new byte[0];

    RowKeys(KeyedStep step, int side) {
        this.keys = side == 1 && step instanceof KeyedStep.StreamJoin join ? join.rightKeys() : step.keys();
        this.orderBy = step instanceof KeyedStep.TopN top ? top.orderBy() : null;
        this.aggregator = step instanceof KeyedStep.WindowedAggregate window
                ? new Aggregator(window.aggs())
                : step instanceof KeyedStep.SessionAggregate session ? new Aggregator(session.aggs()) : null;
        Set<String> columns = new LinkedHashSet<>(keys);
        if (orderBy != null) {
            columns.add(orderBy);
        }
        this.row = new JsonRow(new RowLayout(List.copyOf(columns), 0));
    }

    @Override
    public void check(byte[] value) {
        checked = null;
        byte[] key = of(value);
        Object rank = orderBy == null ? null : row.column(row.layout().slot(orderBy));
        if (rank != null && !JsonValues.isOrdered(rank)) {
            throw new EvaluationException(
                    Reason.TYPE,
                    "topN by '" + orderBy + "' needs a number, a string or a boolean, but got "
                            + Values.describe(rank));
        }
        if (aggregator != null) {
            aggregator.check(value);
        }
        checked = value;
        keyOfChecked = key;
    }

    /** The key of a row; known already of the row that was checked last. */
    @SuppressWarnings("ReferenceEquality") // the very array: its bytes are not compared, and never change
    byte[] of(byte[] value) {
        if (value == checked) {
            return keyOfChecked;
        }
        row.read(value);
        List<@Nullable Object> values = new ArrayList<>();
        keys.forEach(key -> values.add(row.column(row.layout().slot(key))));
        return Keys.of(values);
    }
}
