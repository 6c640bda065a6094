package io.streamsboot.pipeline.expression;

import io.streamsboot.pipeline.expression.internal.CheckedFunction;
import io.streamsboot.pipeline.expression.internal.library.Library;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The functions that expressions may call. Immutable: every change makes a new registry. */
public final class FunctionRegistry {

    private static final FunctionRegistry STANDARD = new FunctionRegistry(Library.functions());

    private final Map<String, ExpressionFunction> functions;

    private FunctionRegistry(Map<String, ExpressionFunction> functions) {
        this.functions = Collections.unmodifiableMap(new TreeMap<>(functions));
    }

    /**
     * The functions of the reference.
     *
     * @return always the same registry
     */
    public static FunctionRegistry standard() {
        return STANDARD;
    }

    /**
     * This registry and more functions. What they return is checked at run time, and what they throw is an error of the row.
     *
     * @param more functions of other names than those that are there
     * @return a new registry
     * @throws IllegalArgumentException if a name is taken; nobody replaces a function by accident
     */
    public FunctionRegistry with(Collection<? extends ExpressionFunction> more) {
        Map<String, ExpressionFunction> all = new TreeMap<>(functions);
        for (ExpressionFunction function : more) {
            String name = function.spec().name();
            if (Library.isReserved(name) || all.putIfAbsent(name, new CheckedFunction(function)) != null) {
                throw new IllegalArgumentException("there is a function '" + name + "' already, so "
                        + function.getClass().getName()
                        + " needs another name; take the existing one away first if it is meant to be replaced");
            }
        }
        return new FunctionRegistry(all);
    }

    /**
     * This registry without some functions.
     *
     * @param names functions to take away
     * @return a new registry
     * @throws IllegalArgumentException if there is no function of such a name
     */
    public FunctionRegistry without(Set<String> names) {
        requireKnown(names);
        Map<String, ExpressionFunction> all = new TreeMap<>(functions);
        all.keySet().removeAll(names);
        return new FunctionRegistry(all);
    }

    /**
     * Of this registry, some functions only.
     *
     * @param names functions to keep
     * @return a new registry
     * @throws IllegalArgumentException if there is no function of such a name
     */
    public FunctionRegistry only(Set<String> names) {
        requireKnown(names);
        Map<String, ExpressionFunction> all = new TreeMap<>(functions);
        all.keySet().retainAll(names);
        return new FunctionRegistry(all);
    }

    /**
     * The names of all functions.
     *
     * @return sorted
     */
    public Set<String> names() {
        return functions.keySet();
    }

    /**
     * A function.
     *
     * @param name its name
     * @return null if there is none of that name
     */
    public @Nullable ExpressionFunction find(String name) {
        return functions.get(name);
    }

    private void requireKnown(Set<String> names) {
        for (String name : names) {
            if (!functions.containsKey(name)) {
                throw new IllegalArgumentException("there is no function '" + name + "'; there are " + names());
            }
        }
    }
}
