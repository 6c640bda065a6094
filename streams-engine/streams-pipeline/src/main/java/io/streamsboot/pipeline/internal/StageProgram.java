package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.expression.Expression;
import io.streamsboot.pipeline.row.Projection;
import io.streamsboot.pipeline.row.RowLayout;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All steps of a stage as one program. Immutable; every task runs it with a {@link StageRunner} of its own. */
public final class StageProgram {

    private final RowLayout layout;
    private final Instruction[] instructions;
    private final Projection projection;
    private final Shape shape;
    private final @Nullable Set<String> known;

    enum Kind {
        FILTER,
        SET,
        EXPLODE
    }

    /**
     * What is done with a row.
     *
     * @param from slot that is read, where it is not an expression that reads
     * @param to slot that is set
     * @param expression what to compute
     * @param label for messages
     */
    record Instruction(
            Kind kind, int from, int to, @Nullable Expression expression, String label) {}

    /**
     * What comes out.
     *
     * @param same whether rows leave as they came, unless they are dropped
     * @param others whether columns that nobody names are copied
     * @param columns columns that are named, in order
     * @param read columns that expressions read
     */
    public record Shape(boolean same, boolean others, List<String> columns, List<String> read) {}

    StageProgram(
            RowLayout layout,
            Instruction[] instructions,
            Projection projection,
            Shape shape,
            @Nullable Set<String> known) {
        this.layout = layout;
        this.instructions = instructions;
        this.projection = projection;
        this.shape = shape;
        this.known = known;
    }

    /** All columns that rows can have behind it; null if they may have any. */
    @Nullable Set<String> known() {
        return known;
    }

    RowLayout layout() {
        return layout;
    }

    Instruction[] instructions() {
        return instructions;
    }

    Projection projection() {
        return projection;
    }

    /** What comes out. */
    public Shape shape() {
        return shape;
    }
}
