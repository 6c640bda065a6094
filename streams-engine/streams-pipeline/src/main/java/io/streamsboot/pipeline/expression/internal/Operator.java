package io.streamsboot.pipeline.expression.internal;

/** The operators that evaluate both of their sides; {@code method} is the one that computes it. */
enum Operator {
    EQUAL("==", 3, Comparisons.class, "equal"),
    NOT_EQUAL("!=", 3, Comparisons.class, "notEqual"),
    LESS("<", 4, Comparisons.class, "less"),
    LESS_OR_EQUAL("<=", 4, Comparisons.class, "lessOrEqual"),
    GREATER(">", 4, Comparisons.class, "greater"),
    GREATER_OR_EQUAL(">=", 4, Comparisons.class, "greaterOrEqual"),
    IN("in", 4, Comparisons.class, "in"),
    ADD("+", 5, Arithmetic.class, "add"),
    SUBTRACT("-", 5, Arithmetic.class, "subtract"),
    MULTIPLY("*", 6, Arithmetic.class, "multiply"),
    DIVIDE("/", 6, Arithmetic.class, "divide"),
    REMAINDER("%", 6, Arithmetic.class, "remainder");

    /** How strongly {@code ||} and {@code &&} bind. */
    static final int OR = 1;

    static final int AND = 2;

    final String symbol;
    final int precedence;
    final Class<?> owner;
    final String method;

    Operator(String symbol, int precedence, Class<?> owner, String method) {
        this.symbol = symbol;
        this.precedence = precedence;
        this.owner = owner;
        this.method = method;
    }

    /** Whether the result is one of {@link Logic}'s three. */
    boolean logical() {
        return owner == Comparisons.class;
    }

    /** Comparisons do not chain: {@code a < b < c} means nothing here. */
    boolean chains() {
        return !logical();
    }
}
