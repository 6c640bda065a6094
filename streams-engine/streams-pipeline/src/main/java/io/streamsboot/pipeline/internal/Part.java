package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.internal.operator.Joining;
import io.streamsboot.pipeline.program.internal.ComputeStep;

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

    /**
     * A program that is handed the row.
     *
     * @param ref its kind and name
     * @param step the program
     */
    record Program(String ref, ComputeStep step) implements Part {}
}
