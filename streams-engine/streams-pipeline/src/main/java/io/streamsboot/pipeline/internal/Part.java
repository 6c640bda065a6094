package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.internal.operator.Joining;

/** A part of what a stage does to a row alone. */
public sealed interface Part {

    /**
     * Some steps as one program.
     *
     * @param program the steps
     */
    record Steps(StageProgram program) implements Part {}

    /**
     * A look into a table.
     *
     * @param table the table
     * @param on column with the key
     * @param joining what becomes of the two rows
     */
    record Lookup(String table, String on, Joining joining) implements Part {}
}
