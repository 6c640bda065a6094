package io.streamsboot.pipeline.expression;

import io.streamsboot.core.ActionableException;

/** An expression that cannot be compiled: its syntax, an unknown name, a wrong number or kind of arguments. */
public final class ExpressionException extends ActionableException {

    private static final long serialVersionUID = 1L;

    private static final int EXCERPT = 60;

    private final int position;

    /**
     * An expression that cannot be compiled.
     *
     * @param source the whole expression
     * @param position characters of the source before the error, from 0
     * @param problem what is wrong there
     * @param action the way out
     */
    public ExpressionException(String source, int position, String problem, String action) {
        super(
                "Expression error at " + place(source, position) + " of '" + excerpt(source, position) + "': " + problem
                        + ".",
                action,
                null);
        this.position = position;
    }

    /**
     * Where the error is.
     *
     * @return characters of the source before it, from 0
     */
    public int position() {
        return position;
    }

    private static String place(String source, int position) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < position && i < source.length(); i++) {
            if (source.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        String column = "column " + (position - lineStart + 1);
        return source.indexOf('\n') < 0 ? column : "line " + line + ", " + column;
    }

    private static String excerpt(String source, int position) {
        if (source.length() <= EXCERPT) {
            return source;
        }
        int from = Math.max(0, Math.min(position - EXCERPT / 2, source.length() - EXCERPT));
        int to = Math.min(source.length(), from + EXCERPT);
        return (from > 0 ? "…" : "") + source.substring(from, to) + (to < source.length() ? "…" : "");
    }
}
