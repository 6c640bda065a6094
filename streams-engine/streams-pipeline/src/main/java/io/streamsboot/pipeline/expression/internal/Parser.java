package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.ColumnResolver;
import io.streamsboot.pipeline.expression.ExpressionException;
import io.streamsboot.pipeline.expression.ExpressionFunction;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import io.streamsboot.pipeline.expression.internal.Token.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a checked tree of a source, by precedence climbing. */
final class Parser {

    private static final int MAX_DEPTH = 150;
    private static final int MAX_NODES = 2_000;

    private final String source;
    private final List<Token> tokens;
    private final FunctionRegistry functions;
    private final @Nullable ColumnResolver columns;
    private final Map<String, Integer> slots = new LinkedHashMap<>();
    private final Checks checks;
    private int next;
    private int depth;
    private int nodes;

    private Parser(String source, FunctionRegistry functions, @Nullable ColumnResolver columns) {
        this.source = source;
        this.tokens = Lexer.tokens(source);
        this.functions = functions;
        this.columns = columns;
        this.checks = new Checks(source);
    }

    /**
     * A parsed expression.
     *
     * @param source what it was parsed from
     * @param root its tree
     * @param identifiers the columns it reads
     */
    record Result(String source, Node root, List<String> identifiers) {}

    /** Parses; without a resolver, columns get the slots 0, 1, … in order of appearance. */
    static Result parse(String source, FunctionRegistry functions, @Nullable ColumnResolver columns) {
        return new Parser(source, functions, columns).parse();
    }

    private Result parse() {
        if (peek().type() == Type.END) {
            throw error(peek(), "it is empty", "Write an expression such as: delay >= 15");
        }
        Node root = expression();
        if (peek().type() != Type.END) {
            throw unexpected(peek(), "an operator or the end");
        }
        return new Result(source, root, List.copyOf(slots.keySet()));
    }

    private Node expression() {
        if (++depth > MAX_DEPTH) {
            throw error(peek(), "it is nested more than " + MAX_DEPTH + " deep", "Split it over several steps.");
        }
        Node condition = operators(Operator.OR);
        Token question = peek();
        if (question.is("?")) {
            checks.condition(condition);
            next++;
            Node then = expression();
            expect(":");
            Node otherwise = expression();
            int kinds = then.kinds() | otherwise.kinds() | (condition.kinds() & Kinds.NULL);
            condition = made(new Node.Conditional(question.position(), condition, then, otherwise, kinds));
        }
        depth--;
        return condition;
    }

    private Node operators(int weakest) {
        Node left = unary();
        while (true) {
            Token token = peek();
            if (token.type() == Type.OPERATOR
                    && (token.text().equals("&&") || token.text().equals("||"))) {
                int precedence = token.text().equals("&&") ? Operator.AND : Operator.OR;
                if (precedence < weakest) {
                    return left;
                }
                next++;
                Node right = operators(precedence + 1);
                left = made(checks.junction(token, precedence == Operator.AND, left, right));
                continue;
            }
            Operator operator = binary(token);
            if (operator == null || operator.precedence < weakest) {
                return left;
            }
            next++;
            Node right = operators(operator.precedence + 1);
            left = made(checks.binary(token, operator, left, right));
            Operator following = binary(peek());
            if (following != null && !operator.chains() && following.precedence == operator.precedence) {
                throw error(
                        peek(),
                        "comparisons do not chain",
                        "Write a < b && b < c, or put one of the two into parentheses.");
            }
        }
    }

    private static @Nullable Operator binary(Token token) {
        if (token.type() == Type.OPERATOR
                || (token.type() == Type.NAME && token.text().equals("in"))) {
            for (Operator operator : Operator.values()) {
                if (operator.symbol.equals(token.text())) {
                    return operator;
                }
            }
        }
        return null;
    }

    private Node unary() {
        Token token = peek();
        if (token.is("!") || token.is("-")) {
            if (++depth > MAX_DEPTH) {
                throw error(token, "it is nested more than " + MAX_DEPTH + " deep", "Split it over several steps.");
            }
            next++;
            Node node;
            if (token.is("-") && peek().type() == Type.MINIMUM) {
                next++;
                node = made(new Node.Literal(token.position(), Long.MIN_VALUE));
            } else {
                node = made(token.is("!") ? checks.not(token, unary()) : checks.negate(token, unary()));
            }
            depth--;
            return node;
        }
        return postfix(primary());
    }

    private Node postfix(Node target) {
        Node result = target;
        while (true) {
            Token token = peek();
            if (token.is("[")) {
                next++;
                Node index = expression();
                expect("]");
                result = made(checks.index(token, result, index));
            } else if (token.is(".")) {
                next++;
                Token name = take();
                if (name.type() != Type.NAME && name.type() != Type.QUOTED_NAME) {
                    throw unexpected(name, "the name of a field");
                }
                result = made(checks.field(token, result, name.text()));
            } else {
                return result;
            }
        }
    }

    private Node primary() {
        Token token = take();
        switch (token.type()) {
            case NUMBER:
                return made(new Node.Literal(token.position(), token.value()));
            case STRING:
                return made(new Node.Literal(token.position(), token.text()));
            case QUOTED_NAME:
                return column(token);
            case NAME:
                return name(token);
            case MINIMUM:
                throw error(
                        token,
                        "the integer " + Lexer.cut(token.text()) + " does not fit in 64 bits",
                        "Write decimal('" + Lexer.cut(token.text()) + "'), or " + Lexer.cut(token.text())
                                + ".0 for a double.");
            default:
                break;
        }
        if (token.is("(")) {
            Node inner = expression();
            expect(")");
            return inner;
        } else if (token.is("[")) {
            return made(Checks.list(token, sequence("]")));
        } else if (token.is("{")) {
            return object(token);
        }
        throw unexpected(token, "a value, a column or a function");
    }

    private Node name(Token token) {
        switch (token.text()) {
            case "true":
                return made(new Node.Literal(token.position(), true));
            case "false":
                return made(new Node.Literal(token.position(), false));
            case "null":
                return made(new Node.Literal(token.position(), null));
            case "in":
                throw unexpected(token, "a value, a column or a function");
            default:
                break;
        }
        if (!peek().is("(")) {
            return column(token);
        }
        next++;
        ExpressionFunction function = functions.find(token.text());
        if (function == null) {
            throw error(
                    token,
                    "there is no function '" + token.text() + "'",
                    Names.didYouMean(token.text(), functions.names()));
        }
        return made(checks.call(token, function, sequence(")")));
    }

    private Node column(Token token) {
        Integer slot = slots.get(token.text());
        if (slot == null) {
            slot = columns == null ? slots.size() : columns.slot(token.text());
            if (slot < 0) {
                throw error(
                        token,
                        "there is no column '" + token.text() + "' here",
                        "Name a column of this row; strings stand in quotes.");
            }
            slots.put(token.text(), slot);
        }
        return made(new Node.Column(token.position(), token.text(), slot));
    }

    private List<Node> sequence(String end) {
        List<Node> items = new ArrayList<>();
        if (peek().is(end)) {
            next++;
            return items;
        }
        while (true) {
            items.add(expression());
            Token token = take();
            if (token.is(end)) {
                return items;
            } else if (!token.is(",")) {
                throw unexpected(token, "',' or '" + end + "'");
            }
        }
    }

    private Node object(Token open) {
        List<String> names = new ArrayList<>();
        List<Node> values = new ArrayList<>();
        while (!peek().is("}")) {
            if (!names.isEmpty()) {
                expect(",");
            }
            Token name = take();
            if (name.type() != Type.NAME && name.type() != Type.QUOTED_NAME && name.type() != Type.STRING) {
                throw unexpected(name, "the name of a field");
            }
            expect(":");
            names.add(name.text());
            values.add(expression());
        }
        next++;
        return made(Checks.object(open, names, values));
    }

    private Node made(Node node) {
        if (++nodes > MAX_NODES) {
            throw error(peek(), "it has more than " + MAX_NODES + " parts", "Split it over several steps.");
        }
        return node;
    }

    private Token peek() {
        return tokens.get(next);
    }

    private Token take() {
        Token token = tokens.get(next);
        if (token.type() != Type.END) {
            next++;
        }
        return token;
    }

    private void expect(String operator) {
        Token token = take();
        if (!token.is(operator)) {
            throw unexpected(token, "'" + operator + "'");
        }
    }

    private ExpressionException unexpected(Token token, String expected) {
        return error(token, "unexpected " + token.shown(), "Expected here: " + expected + ".");
    }

    private ExpressionException error(Token token, String problem, String action) {
        return new ExpressionException(source, token.position(), problem, action);
    }
}
