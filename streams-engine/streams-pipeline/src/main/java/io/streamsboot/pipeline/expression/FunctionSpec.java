package io.streamsboot.pipeline.expression;

import io.streamsboot.pipeline.expression.internal.Signature;
import java.util.List;
import java.util.Set;

/**
 * What is known of a function without calling it.
 *
 * @param signature name, parameters and result as the reference shows them
 * @param name name by which expressions call it
 * @param parameters its parameters; only the last may repeat, and none that is required follows one that is not
 * @param returns kinds that its result can have, beside null
 * @param takesNulls whether it is called with null arguments; otherwise a null argument makes the result null
 * @param description one sentence for the reference
 */
public record FunctionSpec(
        String signature,
        String name,
        List<Parameter> parameters,
        Set<ValueKind> returns,
        boolean takesNulls,
        String description) {

    public FunctionSpec {
        parameters = List.copyOf(parameters);
        returns = Set.copyOf(returns);
    }

    /**
     * Reads a signature such as {@code substring(text: string, start: integer, length?: integer): string}. The kinds are
     * those of {@link ValueKind} in lower case, {@code number} for all three of numbers, {@code any}, and alternatives
     * behind {@code |}. A {@code ?} behind a name makes the parameter optional, three dots let it repeat (once at least).
     *
     * @param signature name, parameters and result
     * @param description one sentence for the reference
     * @return a function that is not called with nulls
     * @throws IllegalArgumentException if the signature cannot be read
     */
    public static FunctionSpec of(String signature, String description) {
        return Signature.parse(signature, description);
    }

    /**
     * The same for a function that is called with null arguments too.
     *
     * @return a copy
     */
    public FunctionSpec takingNulls() {
        return new FunctionSpec(signature, name, parameters, returns, true, description);
    }

    /**
     * How many arguments a call needs.
     *
     * @return the least number
     */
    public int minimumArguments() {
        return (int) parameters.stream()
                .filter(p -> p.presence() != Parameter.Presence.OPTIONAL)
                .count();
    }

    /**
     * How many arguments a call may have.
     *
     * @return the largest number; {@link Integer#MAX_VALUE} if the last parameter repeats
     */
    public int maximumArguments() {
        boolean repeats = !parameters.isEmpty()
                && parameters.get(parameters.size() - 1).presence() == Parameter.Presence.REPEATED;
        return repeats ? Integer.MAX_VALUE : parameters.size();
    }

    /**
     * A parameter of a function.
     *
     * @param name name for messages and the reference
     * @param kinds kinds of value that it takes, beside null
     * @param presence how often it is given
     */
    public record Parameter(String name, Set<ValueKind> kinds, Presence presence) {

        public Parameter {
            kinds = Set.copyOf(kinds);
        }

        /** How often an argument is given for a parameter. */
        public enum Presence {
            /** Once. */
            REQUIRED,
            /** Once or not at all. */
            OPTIONAL,
            /** Once or more. */
            REPEATED
        }
    }
}
