package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.Columns;
import io.streamsboot.pipeline.expression.CostMeter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks the tree. The reference for generated code, and the way for what is too long for a method of the JVM. */
final class Interpreter implements Code {

    private final Node root;

    Interpreter(Node root) {
        this.root = root;
    }

    @Override
    public @Nullable Object run(Columns row, CostMeter cost) {
        return value(root, row, cost);
    }

    @Override
    public int test(Columns row, CostMeter cost) {
        return Logic.truth(value(root, row, cost), root.position());
    }

    private static @Nullable Object value(Node node, Columns row, CostMeter cost) {
        if (node instanceof Node.Literal literal) {
            return literal.value();
        } else if (node instanceof Node.Column column) {
            return row.column(column.slot());
        } else if (node instanceof Node.Binary binary) {
            return binary(binary, row, cost);
        } else if (node instanceof Node.Junction junction) {
            return Logic.box(junction(junction, row, cost));
        } else if (node instanceof Node.Not not) {
            return Logic.box(Logic.not(truth(not.operand(), row, cost)));
        } else if (node instanceof Node.Negate negate) {
            return Arithmetic.negate(value(negate.operand(), row, cost), node.position());
        } else if (node instanceof Node.Conditional conditional) {
            int condition = truth(conditional.condition(), row, cost);
            return condition == Logic.UNKNOWN
                    ? null
                    : value(condition == Logic.TRUE ? conditional.then() : conditional.otherwise(), row, cost);
        } else if (node instanceof Node.Call call) {
            return call(call, row, cost);
        } else if (node instanceof Node.Coalesce coalesce) {
            return coalesce(coalesce, row, cost);
        } else if (node instanceof Node.Index index) {
            Object target = value(index.target(), row, cost);
            return Access.index(target, value(index.index(), row, cost), node.position());
        } else if (node instanceof Node.Field field) {
            return Access.field(value(field.target(), row, cost), field.name(), node.position());
        } else if (node instanceof Node.ListOf list) {
            return Access.list(values(list.items(), row, cost), cost);
        }
        Node.ObjectOf object = (Node.ObjectOf) node;
        return Access.object(object.names(), values(object.values(), row, cost), cost);
    }

    private static int truth(Node node, Columns row, CostMeter cost) {
        return Logic.truth(value(node, row, cost), node.position());
    }

    private static @Nullable Object[] values(List<Node> nodes, Columns row, CostMeter cost) {
        Object[] values = new Object[nodes.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(nodes.get(i), row, cost);
        }
        return values;
    }

    private static int junction(Node.Junction junction, Columns row, CostMeter cost) {
        int decides = junction.and() ? Logic.FALSE : Logic.TRUE;
        int left = truth(junction.left(), row, cost);
        if (left == decides) {
            return decides;
        }
        int right = truth(junction.right(), row, cost);
        if (right == decides) {
            return decides;
        }
        return left == Logic.UNKNOWN || right == Logic.UNKNOWN ? Logic.UNKNOWN : Logic.not(decides);
    }

    private static @Nullable Object binary(Node.Binary node, Columns row, CostMeter cost) {
        Object a = value(node.left(), row, cost);
        Object b = value(node.right(), row, cost);
        int position = node.position();
        return switch (node.operator()) {
            case ADD -> Arithmetic.add(a, b, position, cost);
            case SUBTRACT -> Arithmetic.subtract(a, b, position);
            case MULTIPLY -> Arithmetic.multiply(a, b, position);
            case DIVIDE -> Arithmetic.divide(a, b, position);
            case REMAINDER -> Arithmetic.remainder(a, b, position);
            case EQUAL -> Logic.box(Comparisons.equal(a, b, position, cost));
            case NOT_EQUAL -> Logic.box(Comparisons.notEqual(a, b, position, cost));
            case LESS -> Logic.box(Comparisons.less(a, b, position, cost));
            case LESS_OR_EQUAL -> Logic.box(Comparisons.lessOrEqual(a, b, position, cost));
            case GREATER -> Logic.box(Comparisons.greater(a, b, position, cost));
            case GREATER_OR_EQUAL -> Logic.box(Comparisons.greaterOrEqual(a, b, position, cost));
            case IN -> Logic.box(Comparisons.in(a, b, position, cost));
        };
    }

    private static @Nullable Object call(Node.Call call, Columns row, CostMeter cost) {
        Object[] arguments = values(call.arguments(), row, cost);
        if (!call.target().accepts(arguments, call.position())) {
            return null;
        }
        try {
            return call.target().body.call(arguments, cost);
        } catch (RuntimeException e) {
            throw Target.failed(e, call.position());
        }
    }

    private static @Nullable Object coalesce(Node.Coalesce coalesce, Columns row, CostMeter cost) {
        for (Node argument : coalesce.arguments()) {
            Object value = value(argument, row, cost);
            if (value != null) {
                return value;
            }
        }
        return null;
    }
}
