package io.streamsboot.pipeline.definition;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One result of an aggregate. Nulls are not counted, except by a {@code count} without a column. None of them depends on the
 * order in which rows arrive.
 *
 * @param op {@code count}, {@code sum}, {@code avg}, {@code min}, {@code max}, {@code first}, {@code last}, {@code distinct},
 *     {@code stddev} or {@code percentile}
 * @param column column to aggregate; null only for {@code count}
 * @param alias column with the result
 * @param p which percentile, from 0 to 1; of no meaning for the others
 */
public record Aggregation(String op, @Nullable String column, String alias, double p) {

    private static final Set<String> OPS =
            Set.of("count", "sum", "avg", "min", "max", "first", "last", "distinct", "stddev", "percentile");

    public Aggregation {
        if (!OPS.contains(op)) {
            throw new PipelineException(
                    "There is no aggregation '" + op + "'.",
                    "Use one of: count, sum, avg, min, max, first, last, distinct, stddev, percentile.",
                    null);
        }
        if (column == null && !op.equals("count")) {
            throw new PipelineException("'" + op + "' has no column.", "Name the column to aggregate.", null);
        }
        if (!(p >= 0 && p <= 1)) {
            throw new PipelineException(
                    "The percentile of '" + alias + "' is " + p + ".", "Use a number from 0 to 1, as 0.95.", null);
        }
    }

    /**
     * An aggregation that is no percentile.
     *
     * @param op what to compute
     * @param column column to aggregate
     * @param alias column with the result
     */
    public Aggregation(String op, @Nullable String column, String alias) {
        this(op, column, alias, 0.5);
    }
}
