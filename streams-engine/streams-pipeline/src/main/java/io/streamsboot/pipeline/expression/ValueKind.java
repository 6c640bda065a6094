package io.streamsboot.pipeline.expression;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of value that an expression knows, each with the one Java type that stands for it. */
public enum ValueKind {
    /** No value; Java's {@code null}. */
    NULL,
    /** {@link Boolean}. */
    BOOLEAN,
    /** {@link Long}: 64 bits, exact. */
    INTEGER,
    /** {@link Double}. */
    DOUBLE,
    /** {@link BigDecimal} of at most 34 significant digits. */
    DECIMAL,
    /** {@link String}. */
    STRING,
    /** {@link List} of values. */
    LIST,
    /** {@link Map} of values by name. */
    OBJECT;

    /**
     * The kind of a value.
     *
     * @param value a value, or null
     * @return its kind
     * @throws IllegalArgumentException if its Java type stands for no kind
     */
    public static ValueKind of(@Nullable Object value) {
        if (value == null) {
            return NULL;
        } else if (value instanceof Long) {
            return INTEGER;
        } else if (value instanceof String) {
            return STRING;
        } else if (value instanceof Double) {
            return DOUBLE;
        } else if (value instanceof Boolean) {
            return BOOLEAN;
        } else if (value instanceof BigDecimal) {
            return DECIMAL;
        } else if (value instanceof List<?>) {
            return LIST;
        } else if (value instanceof Map<?, ?>) {
            return OBJECT;
        }
        throw new IllegalArgumentException(
                "a " + value.getClass().getName() + " is no value of an expression; see ValueKind for those that are");
    }

    /**
     * The name in the language and in messages.
     *
     * @return the constant's name in lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
