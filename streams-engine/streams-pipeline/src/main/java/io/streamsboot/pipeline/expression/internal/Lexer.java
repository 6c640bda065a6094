package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.ExpressionException;
import io.streamsboot.pipeline.expression.internal.Token.Type;
import java.util.ArrayList;
import java.util.List;

/** Cuts a source into tokens. */
final class Lexer {

    private static final int MAX_LENGTH = 20_000;
    private static final int MAX_SHOWN = 60;
    private static final List<String> OPERATORS = List.of(
            "&&", "||", "==", "!=", "<=", ">=", "!", "<", ">", "+", "-", "*", "/", "%", "?", ":", "(", ")", "[", "]",
            "{", "}", ",", ".");

    private final String source;
    private int at;

    private Lexer(String source) {
        this.source = source;
    }

    static List<Token> tokens(String source) {
        if (source.length() > MAX_LENGTH) {
            throw new ExpressionException(
                    source,
                    MAX_LENGTH,
                    "it is longer than " + MAX_LENGTH + " characters",
                    "Split it over several steps.");
        }
        Lexer lexer = new Lexer(source);
        List<Token> tokens = new ArrayList<>();
        Token token;
        do {
            token = lexer.next();
            tokens.add(token);
        } while (token.type() != Type.END);
        return tokens;
    }

    private Token next() {
        while (at < source.length() && " \t\r\n".indexOf(source.charAt(at)) >= 0) {
            at++;
        }
        int start = at;
        if (at == source.length()) {
            return new Token(Type.END, "", null, start);
        }
        char c = source.charAt(at);
        if (isDigit(c) || (c == '.' && at + 1 < source.length() && isDigit(source.charAt(at + 1)))) {
            return number();
        } else if (isNameStart(c)) {
            while (at < source.length() && (isNameStart(source.charAt(at)) || isDigit(source.charAt(at)))) {
                at++;
            }
            return new Token(Type.NAME, source.substring(start, at), null, start);
        } else if (c == '\'' || c == '"') {
            return new Token(Type.STRING, quoted(c), null, start);
        } else if (c == '`') {
            return new Token(Type.QUOTED_NAME, backquoted(), null, start);
        }
        for (String operator : OPERATORS) {
            if (source.startsWith(operator, at)) {
                at += operator.length();
                return new Token(Type.OPERATOR, operator, null, start);
            }
        }
        throw unexpected(c, start);
    }

    private ExpressionException unexpected(char c, int start) {
        String action = switch (c) {
            case '=' -> "Compare with ==.";
            case '&' -> "Write && for 'and'.";
            case '|' -> "Write || for 'or'.";
            default -> "Remove it, or put a name with such characters into backquotes.";
        };
        return new ExpressionException(
                source, start, "unexpected character '" + Character.toString(source.codePointAt(start)) + "'", action);
    }

    private Token number() {
        int start = at;
        boolean integer = true;
        digits();
        if (at + 1 < source.length() && source.charAt(at) == '.' && isDigit(source.charAt(at + 1))) {
            integer = false;
            at++;
            digits();
        }
        if (at < source.length() && (source.charAt(at) | 0x20) == 'e') {
            int mark = at++;
            if (at < source.length() && (source.charAt(at) == '+' || source.charAt(at) == '-')) {
                at++;
            }
            if (at < source.length() && isDigit(source.charAt(at))) {
                integer = false;
                digits();
            } else {
                at = mark;
            }
        }
        if (at < source.length() && isNameStart(source.charAt(at))) {
            throw new ExpressionException(
                    source,
                    at,
                    "a number cannot be followed by '" + source.charAt(at) + "'",
                    "Put a space between them.");
        }
        String text = source.substring(start, at);
        return integer ? integer(text, start) : floating(text, start);
    }

    private Token integer(String text, int start) {
        try {
            return new Token(Type.NUMBER, text, Long.valueOf(text), start);
        } catch (NumberFormatException e) {
            if (text.equals("9223372036854775808")) {
                return new Token(Type.MINIMUM, text, null, start);
            }
            throw new ExpressionException(
                    source,
                    start,
                    "the integer " + cut(text) + " does not fit in 64 bits",
                    "Write decimal('" + cut(text) + "'), or " + cut(text) + ".0 for a double.");
        }
    }

    private Token floating(String text, int start) {
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            throw new ExpressionException(
                    source,
                    start,
                    "the number " + text + " does not fit in a double",
                    "Write decimal('" + cut(text) + "').");
        }
        return new Token(Type.NUMBER, text, value, start);
    }

    private void digits() {
        while (at < source.length() && isDigit(source.charAt(at))) {
            at++;
        }
    }

    private String quoted(char quote) {
        int start = at++;
        StringBuilder text = new StringBuilder();
        while (at < source.length()) {
            char c = source.charAt(at++);
            if (c == quote) {
                return text.toString();
            }
            text.append(c == '\\' ? escape() : c);
        }
        throw new ExpressionException(source, start, "the string does not end", "Close it with " + quote + ".");
    }

    private char escape() {
        int start = at - 1;
        char c = at < source.length() ? source.charAt(at++) : ' ';
        switch (c) {
            case '\\', '\'', '"':
                return c;
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'u':
                if (at + 4 <= source.length()
                        && source.substring(at, at + 4).chars().allMatch(d -> Character.digit(d, 16) >= 0)) {
                    at += 4;
                    return (char) Integer.parseInt(source.substring(at - 4, at), 16);
                }
                throw new ExpressionException(
                        source, start, "\\u needs four hexadecimal digits", "Write, for example, \\u00e9.");
            default:
                throw new ExpressionException(
                        source, start, "unknown escape \\" + c, "Use \\\\, \\', \\\", \\n, \\t, \\r or \\uXXXX.");
        }
    }

    private String backquoted() {
        int start = at;
        int end = source.indexOf('`', start + 1);
        if (end < 0) {
            throw new ExpressionException(source, start, "the name does not end", "Close it with `.");
        }
        at = end + 1;
        return source.substring(start + 1, end);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNameStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    /** What is too long for a message, cut off. */
    static String cut(String text) {
        return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "…" : text;
    }
}
