package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import org.jspecify.annotations.Nullable;

/** Three-valued logic. Generated code calls these methods. */
public final class Logic {

    /** False. */
    public static final int FALSE = 0;
    /** True. */
    public static final int TRUE = 1;
    /** Neither: null. */
    public static final int UNKNOWN = 2;

    private Logic() {}

    /** The truth of a value. */
    public static int truth(@Nullable Object value, int position) {
        if (value instanceof Boolean known) {
            return known ? TRUE : FALSE;
        } else if (value == null) {
            return UNKNOWN;
        }
        throw new EvaluationException(
                Reason.TYPE, "expected a boolean, but got " + Values.describe(value), position, null);
    }

    /** The value of a truth. */
    public static @Nullable Object box(int truth) {
        return truth == UNKNOWN ? null : (Object) (truth == TRUE);
    }

    /** True and false change places. */
    public static int not(int truth) {
        return truth == UNKNOWN ? UNKNOWN : 1 - truth;
    }

    static int of(boolean known) {
        return known ? TRUE : FALSE;
    }
}
