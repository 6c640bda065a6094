package io.streamsboot.pipeline.expression;

/**
 * Limits what the expressions of one row may cost. Scalars are free, since an expression has no loops and its length is
 * limited; what grows with the data (text that is built, lists that are walked, patterns that are matched) is charged
 * before it is done, about one unit for each character or element. Reset once per row. Not thread-safe.
 */
public final class CostMeter {

    /** The limit if none is given. */
    public static final long DEFAULT_LIMIT = 10_000_000;

    private final long limit;
    private long left;

    /** A meter with the default limit. */
    public CostMeter() {
        this(DEFAULT_LIMIT);
    }

    /**
     * A meter.
     *
     * @param limit units that one row may cost; positive
     */
    public CostMeter(long limit) {
        if (limit <= 0) {
            throw new IllegalArgumentException("the cost limit of a row must be positive, but is " + limit);
        }
        this.limit = limit;
        this.left = limit;
    }

    /** Begins a new row. */
    public void reset() {
        left = limit;
    }

    /**
     * Units that this row has cost.
     *
     * @return not negative; above the limit once it was exceeded
     */
    public long used() {
        return limit - left;
    }

    /**
     * Charges work that is about to be done.
     *
     * @param units what it costs; not negative
     * @throws EvaluationException if the row has then cost more than its limit
     */
    public void charge(long units) {
        left -= units;
        if (left < 0) {
            left = -1;
            throw new EvaluationException(
                    EvaluationException.Reason.COST,
                    "the expressions of this row cost more than the limit of " + limit + " units");
        }
    }
}
