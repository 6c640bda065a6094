package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.CostMeter;
import org.jspecify.annotations.Nullable;

/** Computes the result of a function. */
@FunctionalInterface
public interface Body {

    /** The result for arguments that have been checked. */
    @Nullable Object call(@Nullable Object[] arguments, CostMeter cost);
}
