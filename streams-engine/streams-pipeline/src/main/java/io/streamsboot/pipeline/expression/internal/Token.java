package io.streamsboot.pipeline.expression.internal;

import org.jspecify.annotations.Nullable;

/**
 * A word of the source.
 *
 * @param type what it is
 * @param text operator, name or text of a string, without quotes and escapes
 * @param value value of a number
 * @param position characters before it
 */
record Token(Type type, String text, @Nullable Object value, int position) {

    enum Type {
        NUMBER,
        /** An integer that is just beyond the range, and fits only with a minus in front of it. */
        MINIMUM,
        STRING,
        NAME,
        /** A name in backquotes: always a column, never a keyword or a function. */
        QUOTED_NAME,
        OPERATOR,
        END
    }

    boolean is(String operator) {
        return type == Type.OPERATOR && text.equals(operator);
    }

    /** For messages. */
    String shown() {
        return switch (type) {
            case END -> "the end";
            case STRING -> "the string '" + text + "'";
            default -> "'" + text + "'";
        };
    }
}
