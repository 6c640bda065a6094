package io.streamsboot.pipeline.expression;

import io.streamsboot.pipeline.expression.internal.MapColumns;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A compiled expression. Immutable and thread-safe; the {@link CostMeter} of a call belongs to its thread. */
public interface Expression {

    /**
     * What it was compiled from.
     *
     * @return the source
     */
    String source();

    /**
     * The columns that it reads, each once, in the order in which they first appear in the source.
     *
     * @return names without backquotes
     */
    List<String> identifiers();

    /**
     * The kinds of value that it can have, as far as the source tells without a row.
     *
     * @return at least one kind
     */
    Set<ValueKind> kinds();

    /**
     * Whether it runs as bytecode of its own. Very long expressions are interpreted, with the same results.
     *
     * @return false if it is interpreted
     */
    boolean compiled();

    /**
     * Evaluates it for a row.
     *
     * @param row the row
     * @param cost limits what the row may cost
     * @return a value of one of the types of {@link ValueKind}
     * @throws EvaluationException if it has no result for this row
     */
    @Nullable Object evaluate(Columns row, CostMeter cost);

    /**
     * Evaluates it as a condition. Null is not true.
     *
     * @param row the row
     * @param cost limits what the row may cost
     * @return whether its value is true
     * @throws EvaluationException if it has no result for this row, or one that is neither a boolean nor null
     */
    boolean test(Columns row, CostMeter cost);

    /**
     * Evaluates it for a row that is given as a map, with a cost limit of its own. Integers and floats of any size are
     * taken for the kind that they fit. Only for expressions that were compiled without a {@link ColumnResolver}.
     *
     * @param row values by the name of their column
     * @return a value of one of the types of {@link ValueKind}
     * @throws EvaluationException if it has no result for this row
     */
    default @Nullable Object evaluate(Map<String, ?> row) {
        return evaluate(new MapColumns(identifiers(), row), new CostMeter());
    }
}
