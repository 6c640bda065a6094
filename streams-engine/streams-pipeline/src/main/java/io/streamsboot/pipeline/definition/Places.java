package io.streamsboot.pipeline.definition;

import java.util.Map;

/**
 * Where the parts of a definition are written, for messages. Immutable.
 *
 * @param source name of the file; empty if a definition was made in Java
 * @param lines the line of each part, from 1
 */
public record Places(String source, Map<String, Integer> lines) {

    /** Nowhere. */
    public static final Places NONE = new Places("", Map.of());

    public Places {
        lines = Map.copyOf(lines);
    }

    /**
     * The part that is a dataset.
     *
     * @param name its name
     * @return a key of {@link #lines}
     */
    public static String dataset(String name) {
        return "dataset " + name;
    }

    /**
     * The part that is a stage.
     *
     * @param output the dataset that it writes
     * @return a key of {@link #lines}
     */
    public static String stage(String output) {
        return "stage " + output;
    }

    /**
     * The part that is a step.
     *
     * @param output the dataset that its stage writes
     * @param number its place in the stage, from 1
     * @return a key of {@link #lines}
     */
    public static String step(String output, int number) {
        return stage(output) + " step " + number;
    }

    /**
     * What stands before a message about a part.
     *
     * @param part a key of {@link #lines}
     * @return source and line as far as they are known, with a colon and a space behind them; empty if nothing is known
     */
    public String before(String part) {
        if (source.isEmpty()) {
            return "";
        }
        Integer line = lines.get(part);
        return line == null ? source + ": " : source + ", line " + line + ": ";
    }
}
