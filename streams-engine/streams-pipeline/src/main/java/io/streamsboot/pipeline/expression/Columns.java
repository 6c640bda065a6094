package io.streamsboot.pipeline.expression;

import org.jspecify.annotations.Nullable;

/** What an expression reads: the values of one row, by the position that the compiler was told for their names. */
@FunctionalInterface
public interface Columns {

    /**
     * The value of a column. May be asked more than once for the same row, and not at all.
     *
     * @param slot position that the {@link ColumnResolver} gave
     * @return a value of one of the types of {@link ValueKind}, null if the row has no such column
     * @throws EvaluationException if there is something that cannot be read as a value
     */
    @Nullable Object column(int slot);
}
