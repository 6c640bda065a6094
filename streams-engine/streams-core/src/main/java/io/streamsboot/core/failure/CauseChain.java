package io.streamsboot.core.failure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An exception and its causes, compared by the names of their types. Whatever an exception's own code does, it does not throw. */
final class CauseChain {

    /** Longer chains are cut. */
    private static final int MAX_DEPTH = 100;

    /** Names of a class and of all above it, whole and simple; found once for each class. */
    private static final ClassValue<List<String>> NAMES = new ClassValue<>() {
        @Override
        protected List<String> computeValue(Class<?> type) {
            Set<String> names = new LinkedHashSet<>();
            collect(type, names);
            return List.copyOf(names);
        }
    };

    private CauseChain() {}

    static List<Throwable> of(Throwable failure) {
        List<Throwable> chain = new ArrayList<>(4);
        Throwable next = failure;
        while (next != null && chain.size() < MAX_DEPTH && !has(chain, next)) {
            chain.add(next);
            next = cause(next);
        }
        return chain;
    }

    @SuppressWarnings("ReferenceEquality") // a circle comes back to the same exception, not to an equal one
    private static boolean has(List<Throwable> chain, Throwable failure) {
        for (Throwable cause : chain) {
            if (cause == failure) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Throwable cause(Throwable failure) {
        try {
            return failure.getCause();
        } catch (RuntimeException e) {
            return null;
        }
    }

    static @Nullable String message(Throwable failure) {
        try {
            return failure.getMessage();
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** Whether the exception's class, or a class or interface above it, has one of the names. */
    static boolean isA(Throwable failure, Set<String> names) {
        for (String name : NAMES.get(failure.getClass())) {
            if (names.contains(name)) {
                return true;
            }
        }
        return false;
    }

    private static void collect(@Nullable Class<?> type, Set<String> names) {
        if (type != null) {
            names.add(type.getName());
            names.add(type.getSimpleName());
            collect(type.getSuperclass(), names);
            for (Class<?> implemented : type.getInterfaces()) {
                collect(implemented, names);
            }
        }
    }
}
