package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.Columns;
import io.streamsboot.pipeline.expression.CostMeter;
import org.jspecify.annotations.Nullable;

/** What evaluates an expression. */
public interface Code {

    /** The value for a row. */
    @Nullable Object run(Columns row, CostMeter cost);

    /** The value for a row as one of {@link Logic}'s three. */
    int test(Columns row, CostMeter cost);
}
