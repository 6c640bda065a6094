package io.streamsboot.pipeline.expression.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a parsed expression, with where it stands in the source and the {@link Kinds} that it can have. */
sealed interface Node {

    int position();

    int kinds();

    /** A value that is written down; a list or an object of such is one too. */
    record Literal(int position, @Nullable Object value) implements Node {
        @Override
        public int kinds() {
            return Kinds.of(value);
        }
    }

    /** A column of the row. */
    record Column(int position, String name, int slot) implements Node {
        @Override
        public int kinds() {
            return Kinds.ANY;
        }
    }

    /** {@code !x}, three-valued. */
    record Not(int position, Node operand) implements Node {
        @Override
        public int kinds() {
            return Kinds.BOOLEAN | Kinds.NULL;
        }
    }

    /** {@code -x}. */
    record Negate(int position, Node operand, int kinds) implements Node {}

    /** {@code a && b} or {@code a || b}, three-valued; the right side is only evaluated if it matters. */
    record Junction(int position, boolean and, Node left, Node right) implements Node {
        @Override
        public int kinds() {
            return Kinds.BOOLEAN | Kinds.NULL;
        }
    }

    /** An operator that evaluates both of its sides. */
    record Binary(int position, Operator operator, Node left, Node right, int kinds) implements Node {}

    /** {@code condition ? then : otherwise}; null if the condition is. */
    record Conditional(int position, Node condition, Node then, Node otherwise, int kinds) implements Node {}

    /** {@code target[index]}. */
    record Index(int position, Node target, Node index) implements Node {
        @Override
        public int kinds() {
            return Kinds.ANY;
        }
    }

    /** {@code target.name}. */
    record Field(int position, Node target, String name) implements Node {
        @Override
        public int kinds() {
            return Kinds.ANY;
        }
    }

    /** {@code [a, b]} with parts that are no literals. */
    record ListOf(int position, List<Node> items) implements Node {
        @Override
        public int kinds() {
            return Kinds.LIST;
        }
    }

    /** {@code {a: 1, b: 2}} with parts that are no literals. */
    record ObjectOf(int position, List<String> names, List<Node> values) implements Node {
        @Override
        public int kinds() {
            return Kinds.OBJECT;
        }
    }

    /** A call of a function. */
    record Call(int position, Target target, List<Node> arguments, int kinds) implements Node {}

    /** {@code coalesce(a, b, …)}: evaluates until something is not null. */
    record Coalesce(int position, List<Node> arguments, int kinds) implements Node {}
}
