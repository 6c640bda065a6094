package io.streamsboot.pipeline.expression.internal;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a tree of number operators before there is a row. Its leaves are columns and literals; the first in order
 * of evaluation may be anything that can be a number. So all but the first can be read once more where a shortcut ends
 * half-way: nothing is charged twice, and no function is called twice.
 */
final class NumberTree {

    /** How a number stands on the stack of the JVM. */
    enum Form {
        LONG,
        DOUBLE
    }

    private static final int PRIMITIVE = Kinds.INTEGER | Kinds.DOUBLE;
    private static final long EXACT = 1L << 53;

    private NumberTree() {}

    /** Whether a node is arithmetic on such leaves, or a comparison of two of them or of such arithmetic. */
    static boolean is(Node node) {
        if (isArithmetic(node)) {
            return leads(node) && hasColumns(node);
        }
        return node instanceof Node.Binary binary
                && binary.operator() != Operator.IN
                && leads(binary.left())
                && follows(binary.right())
                && hasColumns(node)
                && (comparable(binary, Form.LONG) != null || comparable(binary, Form.DOUBLE) != null);
    }

    /** Whether a node is no leaf. */
    static boolean isArithmetic(Node node) {
        return node instanceof Node.Negate
                || (node instanceof Node.Binary binary && !binary.operator().logical());
    }

    private static boolean leads(Node node) {
        if (node instanceof Node.Negate negate) {
            return leads(negate.operand());
        } else if (node instanceof Node.Binary binary && isArithmetic(node)) {
            return leads(binary.left()) && follows(binary.right());
        }
        return mayBe(node, PRIMITIVE);
    }

    private static boolean follows(Node node) {
        if (node instanceof Node.Negate negate) {
            return follows(negate.operand());
        } else if (node instanceof Node.Binary binary && isArithmetic(node)) {
            return follows(binary.left()) && follows(binary.right());
        }
        return node instanceof Node.Column || (node instanceof Node.Literal && mayBe(node, PRIMITIVE));
    }

    private static boolean hasColumns(Node node) {
        if (node instanceof Node.Negate negate) {
            return hasColumns(negate.operand());
        } else if (node instanceof Node.Binary binary) {
            return hasColumns(binary.left()) || hasColumns(binary.right());
        }
        return !(node instanceof Node.Literal);
    }

    /** The leaf of a tree that is evaluated before all else; null if it is a literal. */
    static @Nullable Node first(Node node) {
        if (node instanceof Node.Negate negate) {
            return first(negate.operand());
        } else if (node instanceof Node.Binary binary) {
            return first(binary.left());
        }
        return node instanceof Node.Literal ? null : node;
    }

    /** Operators and leaves of a tree. */
    static int size(Node node) {
        if (node instanceof Node.Negate negate) {
            return 1 + size(negate.operand());
        } else if (node instanceof Node.Binary binary) {
            return 1 + size(binary.left()) + size(binary.right());
        }
        return 1;
    }

    /** How the value of a node stands on the stack, if its columns have the given form. */
    static Form form(Node node, Form columns) {
        if (node instanceof Node.Negate negate) {
            return form(negate.operand(), columns);
        } else if (node instanceof Node.Binary binary && isArithmetic(node)) {
            boolean integers = binary.operator() != Operator.DIVIDE
                    && form(binary.left(), columns) == Form.LONG
                    && form(binary.right(), columns) == Form.LONG;
            return integers ? Form.LONG : Form.DOUBLE;
        } else if (mayBe(node, Kinds.INTEGER)) {
            return mayBe(node, Kinds.DOUBLE) ? columns : Form.LONG;
        }
        return Form.DOUBLE;
    }

    /** Whether a node is a leaf that has the form of columns, and not one of its own. */
    static boolean varies(Node node) {
        return !isArithmetic(node) && (node.kinds() & PRIMITIVE) == PRIMITIVE;
    }

    /**
     * The form in which two sides can be compared by one instruction, if columns have the given form.
     *
     * @return null if they cannot: integers and doubles compare by their exact values
     */
    static @Nullable Form comparable(Node.Binary comparison, Form columns) {
        Form left = form(comparison.left(), columns);
        Form right = form(comparison.right(), columns);
        if (left == right) {
            return left;
        }
        return isExactDouble(left == Form.LONG ? comparison.left() : comparison.right()) ? Form.DOUBLE : null;
    }

    private static boolean isExactDouble(Node node) {
        return node instanceof Node.Literal literal
                && literal.value() instanceof Long number
                && number >= -EXACT
                && number <= EXACT;
    }

    private static boolean mayBe(Node node, int kinds) {
        return (node.kinds() & kinds) != 0;
    }
}
