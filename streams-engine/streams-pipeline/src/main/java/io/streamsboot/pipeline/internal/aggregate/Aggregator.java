package io.streamsboot.pipeline.internal.aggregate;

import io.streamsboot.pipeline.definition.Aggregation;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import io.streamsboot.pipeline.expression.internal.Values;
import io.streamsboot.pipeline.internal.time.Bits;
import io.streamsboot.pipeline.internal.time.Origin;
import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.RowLayout;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All results of an aggregate. Not thread-safe. */
public final class Aggregator {

    private static final Set<String> NUMBERS = Set.of("sum", "avg", "stddev", "percentile");

    private final List<Aggregation> aggs;
    private final JsonRow row;

    /** An aggregator. */
    public Aggregator(List<Aggregation> aggs) {
        this.aggs = List.copyOf(aggs);
        this.row = new JsonRow(new RowLayout(columns(aggs), 0));
    }

    /** The columns that are read. */
    public static List<String> columns(List<Aggregation> aggs) {
        return aggs.stream()
                .map(Aggregation::column)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /**
     * Looks whether a row can be aggregated.
     *
     * @throws EvaluationException if not
     */
    public void check(byte[] json) {
        row.read(json);
        for (Aggregation agg : aggs) {
            Object value = value(agg);
            boolean fits = value == null
                    || (NUMBERS.contains(agg.op())
                            ? value instanceof Number
                            : !Set.of("min", "max").contains(agg.op()) || JsonValues.isOrdered(value));
            if (!fits) {
                throw new EvaluationException(
                        Reason.TYPE,
                        agg.op() + " of '" + agg.column() + "' needs "
                                + (NUMBERS.contains(agg.op()) ? "a number" : "a number, a string or a boolean")
                                + ", but got " + Values.describe(value));
            }
        }
    }

    private @Nullable Object value(Aggregation agg) {
        return agg.column() == null ? Boolean.TRUE : row.column(row.layout().slot(agg.column()));
    }

    /** Adds a row to what was added before. */
    public byte[] add(byte @Nullable [] before, byte[] json, Origin origin) {
        Accumulator[] all = read(before);
        row.read(json);
        for (int i = 0; i < all.length; i++) {
            Object value = value(aggs.get(i));
            if (value != null) {
                all[i].add(value, origin);
            }
        }
        return write(all);
    }

    /** Adds what two have. */
    public byte[] merge(byte[] one, byte[] other) {
        Accumulator[] all = read(one);
        Accumulator[] more = read(other);
        for (int i = 0; i < all.length; i++) {
            all[i].merge(more[i]);
        }
        return write(all);
    }

    /** Puts the results into a row. */
    public void results(byte[] state, Map<String, @Nullable Object> into) {
        Accumulator[] all = read(state);
        for (int i = 0; i < all.length; i++) {
            into.put(aggs.get(i).alias(), all[i].result());
        }
    }

    private static byte[] write(Accumulator[] all) {
        return Bits.write(out -> {
            for (Accumulator one : all) {
                one.write(out);
            }
        });
    }

    private Accumulator[] read(byte @Nullable [] state) {
        Accumulator[] all = aggs.stream().map(Aggregator::empty).toArray(Accumulator[]::new);
        return state == null ? all : Bits.read(state, in -> read(all, in));
    }

    private static Accumulator[] read(Accumulator[] all, DataInput in) throws IOException {
        for (Accumulator one : all) {
            one.read(in);
        }
        return all;
    }

    private static Accumulator empty(Aggregation agg) {
        return switch (agg.op()) {
            case "count", "sum", "avg", "stddev" -> new Moments(agg.op());
            case "distinct" -> new Distinct();
            case "percentile" -> new Percentile(agg.p());
            default -> new Chosen(agg.op());
        };
    }
}
