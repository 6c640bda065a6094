package io.streamsboot.pipeline.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A step with state: rows of the same key meet in one task, whatever partition they came from. At most one in a stage. */
public sealed interface KeyedStep extends Step {

    /**
     * Columns whose values are the key; none for one key for all rows.
     *
     * @return names, the left ones for a join
     */
    List<String> keys();

    /**
     * Where rows go that come too late.
     *
     * @return a dataset with a topic, or null if they are only counted
     */
    default @Nullable String late() {
        return null;
    }

    /**
     * Computes results over windows of event time, for each key. Emits once, when the watermark passes the window's end.
     *
     * @param windows the windows
     * @param allowedLatenessMs milliseconds by which a row may be behind the newest row of its partition
     * @param groupBy columns of the key
     * @param aggs the results
     * @param late dataset for rows that come too late
     */
    record WindowedAggregate(
            Windows windows,
            long allowedLatenessMs,
            List<String> groupBy,
            List<Aggregation> aggs,
            @Nullable String late)
            implements KeyedStep {
        public WindowedAggregate {
            groupBy = List.copyOf(groupBy);
            aggs = List.copyOf(aggs);
            notNegative("allowedLatenessMs", allowedLatenessMs);
        }

        @Override
        public String op() {
            return "windowedAggregate";
        }

        @Override
        public List<String> keys() {
            return groupBy;
        }
    }

    /**
     * Computes results over the rows of a key between which there is no gap. Emits once, when the watermark passes the gap
     * behind the last of them.
     *
     * @param gapMs milliseconds without a row that end a session
     * @param allowedLatenessMs milliseconds by which a row may be behind the newest row of its partition
     * @param groupBy columns of the key
     * @param aggs the results
     * @param late dataset for rows that come too late
     */
    record SessionAggregate(
            long gapMs,
            long allowedLatenessMs,
            List<String> groupBy,
            List<Aggregation> aggs,
            @Nullable String late) implements KeyedStep {
        public SessionAggregate {
            groupBy = List.copyOf(groupBy);
            aggs = List.copyOf(aggs);
            positive("gapMs", gapMs);
            notNegative("allowedLatenessMs", allowedLatenessMs);
        }

        @Override
        public String op() {
            return "sessionAggregate";
        }

        @Override
        public List<String> keys() {
            return groupBy;
        }
    }

    /**
     * Keeps the first row to arrive of each key, and drops others within a time of it.
     *
     * @param on columns of the key
     * @param withinMs milliseconds of event time around the kept row; 0 for ever
     */
    record Dedupe(List<String> on, long withinMs) implements KeyedStep {
        public Dedupe {
            on = List.copyOf(on);
            notNegative("withinMs", withinMs);
        }

        @Override
        public String op() {
            return "dedupe";
        }

        @Override
        public List<String> keys() {
            return on;
        }
    }

    /**
     * Keeps the rows of each key with the largest or smallest values. Emits the list whenever it changes.
     *
     * @param n how many rows
     * @param orderBy column to compare; rows without it take no part
     * @param descending whether the largest come first
     * @param groupBy columns of the key
     * @param as column with the list
     */
    record TopN(int n, String orderBy, boolean descending, List<String> groupBy, String as) implements KeyedStep {
        public TopN {
            groupBy = List.copyOf(groupBy);
            count(n);
        }

        @Override
        public String op() {
            return "topN";
        }

        @Override
        public List<String> keys() {
            return groupBy;
        }
    }

    /**
     * Keeps the rows of each key with the latest event times, oldest first. Emits the list whenever it changes.
     *
     * @param n how many rows
     * @param groupBy columns of the key
     * @param as column with the list
     */
    record LastN(int n, List<String> groupBy, String as) implements KeyedStep {
        public LastN {
            groupBy = List.copyOf(groupBy);
            count(n);
        }

        @Override
        public String op() {
            return "lastN";
        }

        @Override
        public List<String> keys() {
            return groupBy;
        }
    }

    /** Which rows without a partner are emitted, too. */
    enum JoinType {
        /** None. */
        INNER,
        /** Those of the first input. */
        LEFT,
        /** Those of both inputs. */
        OUTER
    }

    /**
     * Joins the rows of two inputs with equal keys whose event times are not further apart than a window. Keys with a null
     * have no partner. A row without a partner is emitted once, when the watermark has passed its time and the window.
     *
     * @param type which rows without a partner are emitted
     * @param windowMs milliseconds between two partners, at most
     * @param allowedLatenessMs milliseconds by which a row may be behind the newest row of its partition
     * @param leftKeys columns of the key in the first input
     * @param rightKeys columns of the key in the second input
     * @param rightRename new names of columns of the second input
     * @param late dataset for rows that come too late
     */
    record StreamJoin(
            JoinType type,
            long windowMs,
            long allowedLatenessMs,
            List<String> leftKeys,
            List<String> rightKeys,
            Map<String, String> rightRename,
            @Nullable String late)
            implements KeyedStep {
        public StreamJoin {
            leftKeys = List.copyOf(leftKeys);
            rightKeys = List.copyOf(rightKeys);
            rightRename = Collections.unmodifiableMap(new LinkedHashMap<>(rightRename));
            notNegative("windowMs", windowMs);
            notNegative("allowedLatenessMs", allowedLatenessMs);
            if (leftKeys.isEmpty() || leftKeys.size() != rightKeys.size()) {
                throw new PipelineException(
                        "A streamJoin has " + leftKeys.size() + " key columns on the left and " + rightKeys.size()
                                + " on the right.",
                        "Name as many on both sides, and at least one.",
                        null);
            }
        }

        @Override
        public String op() {
            return "streamJoin";
        }

        @Override
        public List<String> keys() {
            return leftKeys;
        }
    }

    private static void notNegative(String what, long value) {
        if (value < 0) {
            throw new PipelineException("'" + what + "' is " + value + ".", "Use 0 or more milliseconds.", null);
        }
    }

    private static void positive(String what, long value) {
        if (value <= 0) {
            throw new PipelineException("'" + what + "' is " + value + ".", "Use 1 or more milliseconds.", null);
        }
    }

    private static void count(int n) {
        if (n < 1 || n > 1_000) {
            throw new PipelineException("'n' is " + n + ".", "Use 1 to 1000.", null);
        }
    }
}
