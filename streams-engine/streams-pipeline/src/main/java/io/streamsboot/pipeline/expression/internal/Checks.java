package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.ExpressionException;
import io.streamsboot.pipeline.expression.ExpressionFunction;
import io.streamsboot.pipeline.expression.FunctionSpec;
import io.streamsboot.pipeline.expression.internal.library.Library;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the nodes of a tree and refuses those that no row can satisfy: operands and arguments of a kind that is never
 * right, and calls with too few or too many arguments. What depends on the row is left to it.
 */
final class Checks {

    private static final int FALLIBLE = Kinds.ANY & ~Kinds.NULL;

    private final String source;

    Checks(String source) {
        this.source = source;
    }

    void condition(Node node) {
        require(node, Kinds.BOOLEAN, "a condition");
    }

    Node not(Token token, Node operand) {
        require(operand, Kinds.BOOLEAN, "'!'");
        return new Node.Not(token.position(), operand);
    }

    Node negate(Token token, Node operand) {
        require(operand, Kinds.NUMBER, "'-'");
        if (operand instanceof Node.Literal literal && literal.value() instanceof Number number) {
            return new Node.Literal(token.position(), Arithmetic.negate(number, token.position()));
        }
        return new Node.Negate(token.position(), operand, operand.kinds() & (Kinds.NUMBER | Kinds.NULL));
    }

    Node junction(Token token, boolean and, Node left, Node right) {
        require(left, Kinds.BOOLEAN, "'" + token.text() + "'");
        require(right, Kinds.BOOLEAN, "'" + token.text() + "'");
        return new Node.Junction(token.position(), and, left, right);
    }

    Node binary(Token token, Operator operator, Node left, Node right) {
        String who = "'" + operator.symbol + "'";
        int nulls = (left.kinds() | right.kinds()) & Kinds.NULL;
        int kinds = Kinds.BOOLEAN | nulls;
        switch (operator) {
            case EQUAL, NOT_EQUAL -> kinds = Kinds.BOOLEAN;
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> alike(who, left, right);
            case IN -> require(right, Kinds.LIST | Kinds.OBJECT, who);
            case ADD -> {
                alike(who, left, right);
                kinds = arithmetic(operator, left, right) | (left.kinds() & right.kinds() & Kinds.STRING) | nulls;
            }
            default -> {
                require(left, Kinds.NUMBER, who);
                require(right, Kinds.NUMBER, who);
                kinds = arithmetic(operator, left, right) | nulls;
            }
        }
        return new Node.Binary(token.position(), operator, left, right, kinds);
    }

    private static int arithmetic(Operator operator, Node left, Node right) {
        int both = left.kinds() & right.kinds();
        int either = left.kinds() | right.kinds();
        int kinds = either & Kinds.DECIMAL;
        if (operator == Operator.DIVIDE) {
            return kinds | Kinds.DOUBLE;
        }
        return kinds | (either & Kinds.DOUBLE) | (both & Kinds.INTEGER);
    }

    /** Both numbers, or both strings. */
    private void alike(String who, Node left, Node right) {
        int comparable = Kinds.NUMBER | Kinds.STRING;
        require(left, comparable, who);
        require(right, comparable, who);
        boolean numbers = mayBe(left, Kinds.NUMBER) && mayBe(right, Kinds.NUMBER);
        boolean strings = mayBe(left, Kinds.STRING) && mayBe(right, Kinds.STRING);
        if (!numbers && !strings && mayBe(left, FALLIBLE) && mayBe(right, FALLIBLE)) {
            throw error(
                    right,
                    who + " has " + Kinds.describe(left.kinds()) + " on its left and " + Kinds.describe(right.kinds())
                            + " on its right",
                    "Convert one of them, with string(x), integer(x), double(x) or decimal(x).");
        }
    }

    Node index(Token token, Node target, Node index) {
        require(target, Kinds.LIST | Kinds.OBJECT, "'[ ]'");
        require(index, Kinds.INTEGER | Kinds.STRING, "the index");
        return new Node.Index(token.position(), target, index);
    }

    Node field(Token token, Node target, String name) {
        require(target, Kinds.OBJECT, "'." + name + "'");
        return new Node.Field(token.position(), target, name);
    }

    static Node list(Token token, List<Node> items) {
        if (items.stream().allMatch(Node.Literal.class::isInstance)) {
            List<@Nullable Object> values = new ArrayList<>();
            for (Node item : items) {
                values.add(((Node.Literal) item).value());
            }
            return new Node.Literal(token.position(), Collections.unmodifiableList(values));
        }
        return new Node.ListOf(token.position(), List.copyOf(items));
    }

    static Node object(Token token, List<String> names, List<Node> values) {
        if (values.stream().allMatch(Node.Literal.class::isInstance)) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                object.put(names.get(i), ((Node.Literal) values.get(i)).value());
            }
            return new Node.Literal(token.position(), Collections.unmodifiableMap(object));
        }
        return new Node.ObjectOf(token.position(), List.copyOf(names), List.copyOf(values));
    }

    Node call(Token token, ExpressionFunction function, List<Node> arguments) {
        FunctionSpec spec = function.spec();
        int given = arguments.size();
        if (given < spec.minimumArguments() || given > spec.maximumArguments()) {
            throw new ExpressionException(
                    source,
                    token.position(),
                    spec.name() + " takes " + arity(spec) + ", but got " + given,
                    "Write " + spec.signature() + ".");
        }
        if (Library.isCoalesce(function)) {
            int kinds = 0;
            boolean nullable = true;
            for (Node argument : arguments) {
                kinds |= argument.kinds();
                nullable &= mayBe(argument, Kinds.NULL);
            }
            return new Node.Coalesce(
                    token.position(), List.copyOf(arguments), nullable ? kinds | Kinds.NULL : kinds & ~Kinds.NULL);
        }
        Map<Integer, Object> literals = new HashMap<>();
        for (int i = 0; i < given; i++) {
            FunctionSpec.Parameter parameter = Target.parameter(spec, i);
            require(arguments.get(i), Kinds.of(parameter.kinds()), spec.name() + ": '" + parameter.name() + "'");
            if (arguments.get(i) instanceof Node.Literal literal && literal.value() != null) {
                literals.put(i, literal.value());
            }
        }
        Target target = new Target(bind(token, function, literals), given);
        return new Node.Call(token.position(), target, List.copyOf(arguments), Kinds.of(spec.returns()) | Kinds.NULL);
    }

    private ExpressionFunction bind(Token token, ExpressionFunction function, Map<Integer, Object> literals) {
        try {
            return literals.isEmpty() ? function : function.bind(Map.copyOf(literals));
        } catch (EvaluationException e) {
            throw new ExpressionException(
                    source,
                    token.position(),
                    String.valueOf(e.getMessage()),
                    "Correct the argument of " + function.spec().signature() + ".");
        }
    }

    private static String arity(FunctionSpec spec) {
        int least = spec.minimumArguments();
        int most = spec.maximumArguments();
        if (least == most) {
            return least == 1 ? "one argument" : least + " arguments";
        }
        return most == Integer.MAX_VALUE ? "at least " + least + " arguments" : least + " to " + most + " arguments";
    }

    /** A node that can only be null is let through: the result is null, which may be what is wanted. */
    private void require(Node node, int allowed, String who) {
        if (!mayBe(node, allowed) && mayBe(node, FALLIBLE)) {
            throw error(
                    node,
                    who + " needs " + Kinds.describe(allowed) + ", but this is " + Kinds.describe(node.kinds()),
                    "Convert it, or compare it with something.");
        }
    }

    private static boolean mayBe(Node node, int kinds) {
        return (node.kinds() & kinds) != 0;
    }

    private ExpressionException error(Node node, String problem, String action) {
        return new ExpressionException(source, node.position(), problem, action);
    }
}
