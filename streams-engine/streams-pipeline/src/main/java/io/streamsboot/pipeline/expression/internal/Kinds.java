package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.ValueKind;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sets of {@link ValueKind} as bits, one for each ordinal. */
public final class Kinds {

    static final int NULL = 1;
    static final int BOOLEAN = 1 << 1;
    static final int INTEGER = 1 << 2;
    static final int DOUBLE = 1 << 3;
    static final int DECIMAL = 1 << 4;
    static final int STRING = 1 << 5;
    static final int LIST = 1 << 6;
    static final int OBJECT = 1 << 7;
    static final int NUMBER = INTEGER | DOUBLE | DECIMAL;
    static final int ANY = (1 << 8) - 1;

    private Kinds() {}

    static int of(@Nullable Object value) {
        return 1 << ValueKind.of(value).ordinal();
    }

    static int of(Collection<ValueKind> kinds) {
        int bits = 0;
        for (ValueKind kind : kinds) {
            bits |= 1 << kind.ordinal();
        }
        return bits;
    }

    static Set<ValueKind> toSet(int bits) {
        Set<ValueKind> kinds = EnumSet.noneOf(ValueKind.class);
        for (ValueKind kind : ValueKind.values()) {
            if ((bits & 1 << kind.ordinal()) != 0) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    /** Names the kinds for a message: "a string", "a string or a list". Null is only named when it is alone. */
    static String describe(int bits) {
        int named = bits == NULL ? bits : bits & ~NULL;
        if ((named & NUMBER) == NUMBER) {
            String rest = named == NUMBER ? "" : " or " + describe(named & ~NUMBER);
            return "a number" + rest;
        }
        return toSet(named).stream().map(Kinds::article).collect(Collectors.joining(" or "));
    }

    private static String article(ValueKind kind) {
        return switch (kind) {
            case NULL -> "null";
            case INTEGER, OBJECT -> "an " + kind.label();
            default -> "a " + kind.label();
        };
    }
}
