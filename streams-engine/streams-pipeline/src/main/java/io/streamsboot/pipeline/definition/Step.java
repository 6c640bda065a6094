package io.streamsboot.pipeline.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** One thing that is done with a row. Columns that a record does not have read as null. */
public sealed interface Step permits Step.Inline, KeyedStep {

    /** What programs may be called: no path, and nothing that a command takes for an option. */
    Pattern REF = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /**
     * The name in definitions.
     *
     * @return value of {@code op}
     */
    String op();

    /** A step that looks at one row alone. */
    sealed interface Inline extends Step {}

    /**
     * Keeps some columns and no others.
     *
     * @param columns columns to keep
     */
    record Select(List<String> columns) implements Inline {
        public Select {
            columns = List.copyOf(columns);
        }

        @Override
        public String op() {
            return "select";
        }
    }

    /**
     * Gives columns other names, all at once: two may change places.
     *
     * @param mapping new names by the old ones
     */
    record Rename(Map<String, String> mapping) implements Inline {
        public Rename {
            mapping = Collections.unmodifiableMap(new LinkedHashMap<>(mapping));
        }

        @Override
        public String op() {
            return "rename";
        }
    }

    /**
     * Takes columns away.
     *
     * @param columns columns to take away
     */
    record Drop(List<String> columns) implements Inline {
        public Drop {
            columns = List.copyOf(columns);
        }

        @Override
        public String op() {
            return "drop";
        }
    }

    /**
     * Keeps rows for which an expression is true.
     *
     * @param expression a condition
     */
    record Filter(String expression) implements Inline {
        @Override
        public String op() {
            return "filter";
        }
    }

    /**
     * Sets a column to the value of an expression.
     *
     * @param column column to set, new or not
     * @param expression its value
     */
    record ApplyExpression(String column, String expression) implements Inline {
        @Override
        public String op() {
            return "applyExpression";
        }
    }

    /**
     * Converts a column. Null stays null.
     *
     * @param column column to convert
     * @param to {@code integer}, {@code double}, {@code decimal}, {@code string} or {@code boolean}
     */
    record Cast(String column, String to) implements Inline {
        @Override
        public String op() {
            return "cast";
        }
    }

    /**
     * Makes a row of every element of a list. A list that is empty or null makes none.
     *
     * @param column column with the list; it has the element afterwards
     */
    record Explode(String column) implements Inline {
        @Override
        public String op() {
            return "explode";
        }
    }

    /**
     * Makes columns of fields of an object, in the place of the object.
     *
     * @param column column with the object
     * @param fields fields to take
     * @param prefix put before their names
     */
    record Flatten(String column, List<String> fields, String prefix) implements Inline {
        public Flatten {
            fields = List.copyOf(fields);
        }

        @Override
        public String op() {
            return "flatten";
        }
    }

    /**
     * Adds the columns of the row that a compacted topic has under a key. Where there is none, the columns that are named are
     * null. A column that the row has already comes under {@code <table>_<column>}.
     *
     * @param table dataset to look up in; its topic is held in full by every instance
     * @param on column with the key: a string is looked up as it is, other values by their JSON
     * @param columns columns to take; empty for all
     * @param rightRename new names of columns of the table
     */
    record LookupJoin(String table, String on, List<String> columns, Map<String, String> rightRename)
            implements Inline {
        public LookupJoin {
            columns = List.copyOf(columns);
            rightRename = Collections.unmodifiableMap(new LinkedHashMap<>(rightRename));
        }

        @Override
        public String op() {
            return "lookupJoin";
        }
    }

    /** Hands the row to a program, which answers with rows in its place. */
    sealed interface Compute {

        /**
         * The program.
         *
         * @return name of a file with programs: letters, digits, '.', '_' and '-'
         */
        String ref();

        /**
         * What the program is told when it starts.
         *
         * @return in order
         */
        List<String> args();

        /**
         * The name in definitions.
         *
         * @return value of {@code op}
         */
        String op();

        private static List<String> checked(String ref, List<String> args) {
            if (!REF.matcher(ref).matches()) {
                throw new PipelineException(
                        "The program of a step is '" + ref + "'.",
                        "Name a file with programs: letters, digits, '.', '_' and '-', at most 100 of them, beginning"
                                + " with a letter or a digit.",
                        null);
            }
            if (args.stream().anyMatch(arg -> arg.indexOf('\0') >= 0)) {
                throw new PipelineException(
                        "An argument of the program '" + ref + "' has the character 0.", "Remove it.", null);
            }
            return List.copyOf(args);
        }
    }

    /**
     * Hands the row to a wasm program, which runs in this JVM and sees nothing else.
     *
     * @param ref name of the program
     * @param args its arguments
     */
    record Wasm(String ref, List<String> args) implements Inline, Compute {
        public Wasm {
            args = Compute.checked(ref, args);
        }

        @Override
        public String op() {
            return "wasm";
        }
    }

    /**
     * Hands the row to a program that runs as a process of this machine.
     *
     * @param ref name of the program
     * @param args its arguments
     */
    record Process(String ref, List<String> args) implements Inline, Compute {
        public Process {
            args = Compute.checked(ref, args);
        }

        @Override
        public String op() {
            return "process";
        }
    }

    /**
     * Hands the row to a program in a container.
     *
     * @param ref name of the program
     * @param args its arguments
     */
    record Container(String ref, List<String> args) implements Inline, Compute {
        public Container {
            args = Compute.checked(ref, args);
        }

        @Override
        public String op() {
            return "container";
        }
    }
}
