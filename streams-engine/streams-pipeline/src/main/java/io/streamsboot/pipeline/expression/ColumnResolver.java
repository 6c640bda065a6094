package io.streamsboot.pipeline.expression;

/** Tells the compiler at which position of a row it finds a column. */
@FunctionalInterface
public interface ColumnResolver {

    /** What {@link #slot} returns for a column that does not exist. */
    int UNKNOWN = -1;

    /**
     * The position of a column.
     *
     * @param name name of the column as the expression has it, without backquotes
     * @return position from 0, or {@link #UNKNOWN}: the expression is then refused
     */
    int slot(String name);
}
