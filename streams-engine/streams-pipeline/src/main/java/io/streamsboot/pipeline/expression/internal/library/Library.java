package io.streamsboot.pipeline.expression.internal.library;

import io.streamsboot.pipeline.expression.ExpressionFunction;
import io.streamsboot.pipeline.expression.internal.Builtin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All standard functions. */
public final class Library {

    private static final Set<String> RESERVED = Set.of("true", "false", "null", "in");

    private Library() {}

    /** Whether it is the function that is never called: its arguments are evaluated one by one, until one is not null. */
    @SuppressWarnings("ReferenceEquality") // A registry may hold another function of that name.
    public static boolean isCoalesce(ExpressionFunction function) {
        return function == LogicFunctions.COALESCE;
    }

    /** The functions in the groups of the reference. */
    public static Map<String, List<Builtin>> groups() {
        Map<String, List<Builtin>> groups = new LinkedHashMap<>();
        groups.put("Logic and kinds", LogicFunctions.ALL);
        groups.put("Numbers", NumberFunctions.ALL);
        groups.put("Strings", StringFunctions.ALL);
        groups.put("Regular expressions", PatternFunctions.ALL);
        groups.put("Dates and times", TimeFunctions.ALL);
        groups.put("Lists and objects", ListFunctions.ALL);
        groups.put("Geography", GeoFunctions.ALL);
        return groups;
    }

    /** The functions by name. */
    public static Map<String, ExpressionFunction> functions() {
        Map<String, ExpressionFunction> functions = new LinkedHashMap<>();
        for (List<Builtin> group : groups().values()) {
            for (Builtin function : group) {
                if (functions.put(function.spec().name(), function) != null) {
                    throw new IllegalStateException(
                            "two functions are named " + function.spec().name());
                }
            }
        }
        return functions;
    }

    /** Whether a name means something else in the language. */
    public static boolean isReserved(String name) {
        return RESERVED.contains(name);
    }
}
