package io.streamsboot.pipeline.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One thing that is done with a row. Columns that a record does not have read as null. */
public sealed interface Step permits Step.Inline, KeyedStep {

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
}
