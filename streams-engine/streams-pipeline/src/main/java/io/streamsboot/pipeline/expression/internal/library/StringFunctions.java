package io.streamsboot.pipeline.expression.internal.library;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.internal.Builtin;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Strings. Positions and lengths count code points, from 0. */
final class StringFunctions {

    static final List<Builtin> ALL = List.of(
            Builtin.of(
                    "length(text: string): integer",
                    "The number of characters (code points).",
                    (a, cost) -> length(Arguments.text(a, 0, cost)),
                    "length('Zürich')",
                    "6"),
            Builtin.of(
                    "upper(text: string): string",
                    "In upper case, in no particular language.",
                    (a, cost) -> Arguments.text(a, 0, cost).toUpperCase(Locale.ROOT),
                    "upper('fra')",
                    "'FRA'"),
            Builtin.of(
                    "lower(text: string): string",
                    "In lower case, in no particular language.",
                    (a, cost) -> Arguments.text(a, 0, cost).toLowerCase(Locale.ROOT),
                    "lower('FRA')",
                    "'fra'"),
            Builtin.of(
                    "trim(text: string): string",
                    "Without white space at both ends.",
                    (a, cost) -> Arguments.text(a, 0, cost).strip(),
                    "trim(' a ')",
                    "'a'"),
            Builtin.of(
                    "trimStart(text: string): string",
                    "Without white space in front.",
                    (a, cost) -> Arguments.text(a, 0, cost).stripLeading(),
                    "trimStart(' a')",
                    "'a'"),
            Builtin.of(
                    "trimEnd(text: string): string",
                    "Without white space behind.",
                    (a, cost) -> Arguments.text(a, 0, cost).stripTrailing(),
                    "trimEnd('a ')",
                    "'a'"),
            Builtin.of(
                    "substring(text: string, start: integer, length?: integer): string",
                    "The characters from a position on. What lies outside of the text is left out.",
                    (a, cost) -> substring(
                            Arguments.text(a, 0, cost),
                            Arguments.integer(a, 1),
                            a.length > 2 ? Arguments.integer(a, 2) : Long.MAX_VALUE),
                    "substring('abcdef', 2, 3)",
                    "'cde'"),
            Builtin.of(
                    "left(text: string, length: integer): string",
                    "The first characters.",
                    (a, cost) -> substring(Arguments.text(a, 0, cost), 0, Arguments.integer(a, 1)),
                    "left('abc', 2)",
                    "'ab'"),
            Builtin.of(
                    "right(text: string, length: integer): string",
                    "The last characters.",
                    (a, cost) -> right(Arguments.text(a, 0, cost), Arguments.integer(a, 1)),
                    "right('abc', 2)",
                    "'bc'"),
            Builtin.of(
                    "indexOf(text: string, part: string): integer",
                    "The position of the first occurrence, -1 if there is none.",
                    (a, cost) -> indexOf(search(a, cost), Arguments.shortText(a, 1)),
                    "indexOf('abcb', 'b')",
                    "1"),
            Builtin.of(
                    "startsWith(text: string, part: string): boolean",
                    "Whether a text begins with another.",
                    (a, cost) -> Arguments.shortText(a, 0).startsWith(Arguments.text(a, 1, cost)),
                    "startsWith('LH400', 'LH')",
                    "true"),
            Builtin.of(
                    "endsWith(text: string, part: string): boolean",
                    "Whether a text ends with another.",
                    (a, cost) -> Arguments.shortText(a, 0).endsWith(Arguments.text(a, 1, cost)),
                    "endsWith('LH400', '00')",
                    "true"),
            Builtin.of(
                    "containsText(text: string, part: string): boolean",
                    "Whether a text has another in it.",
                    (a, cost) -> search(a, cost).contains(Arguments.shortText(a, 1)),
                    "containsText('abc', 'b')",
                    "true"),
            Builtin.of(
                    "replace(text: string, part: string, by: string): string",
                    "With every occurrence of a part replaced.",
                    (a, cost) -> replace(search(a, cost), Arguments.shortText(a, 1), Arguments.shortText(a, 2), cost),
                    "replace('a-b-c', '-', '')",
                    "'abc'"),
            Builtin.of(
                    "repeat(text: string, times: integer): string",
                    "A text several times in a row.",
                    (a, cost) -> repeat(
                            Arguments.shortText(a, 0), Arguments.integer(a, 1, "times", 0, Integer.MAX_VALUE), cost),
                    "repeat('ab', 2)",
                    "'abab'"),
            Builtin.of(
                    "padStart(text: string, length: integer, by: string): string",
                    "Filled up in front to a length.",
                    (a, cost) -> padding(a, cost) + Arguments.shortText(a, 0),
                    "padStart('7', 3, '0')",
                    "'007'"),
            Builtin.of(
                    "padEnd(text: string, length: integer, by: string): string",
                    "Filled up behind to a length.",
                    (a, cost) -> Arguments.shortText(a, 0) + padding(a, cost),
                    "padEnd('7', 3, '.')",
                    "'7..'"),
            Builtin.of(
                            "concat(values...: any): string",
                            "The texts of all values in a row, without those that are null.",
                            StringFunctions::concat,
                            "concat('LH', 400, null)",
                            "'LH400'")
                    .takingNulls(),
            Builtin.of(
                    "split(text: string, separator: string): list",
                    "The parts between separators, empty ones too.",
                    (a, cost) -> split(search(a, cost), Arguments.shortText(a, 1), cost),
                    "split('a,,b', ',')",
                    "['a', '', 'b']"),
            Builtin.of(
                    "join(parts: list, separator: string): string",
                    "The texts of all elements in a row, without those that are null.",
                    (a, cost) -> join(Arguments.list(a, 0, cost), Arguments.shortText(a, 1), cost),
                    "join(['a', 1], '-')",
                    "'a-1'"));

    private StringFunctions() {}

    /** A text that is searched for another: each start may look at the whole of the other. */
    private static String search(@Nullable Object[] a, CostMeter cost) {
        String text = Arguments.shortText(a, 0);
        String part = Arguments.shortText(a, 1);
        if (part.length() <= text.length()) {
            cost.charge(Math.max(1L, text.length()) * (1 + part.length() / 16));
        }
        return text;
    }

    private static Long length(String text) {
        return (long) text.codePointCount(0, text.length());
    }

    private static String substring(String text, long start, long length) {
        long from = Math.max(0, start);
        long until = length == Long.MAX_VALUE ? length : start + Math.min(length, Integer.MAX_VALUE);
        if (until <= from) {
            return "";
        }
        int begin = offset(text, 0, from);
        return text.substring(begin, offset(text, begin, until - from));
    }

    private static String right(String text, long length) {
        long all = text.codePointCount(0, text.length());
        return length <= 0 ? "" : substring(text, Math.max(0, all - length), Long.MAX_VALUE);
    }

    /** Where so many characters after a place end; the end of the text if it has fewer. */
    private static int offset(String text, int begin, long characters) {
        return characters >= text.codePointCount(begin, text.length())
                ? text.length()
                : text.offsetByCodePoints(begin, (int) characters);
    }

    private static Long indexOf(String text, String part) {
        int index = text.indexOf(part);
        return index < 0 ? -1L : (long) text.codePointCount(0, index);
    }

    private static String replace(String text, String part, String by, CostMeter cost) {
        if (by.length() > part.length()) {
            long most = part.isEmpty() ? text.length() + 1L : text.length() / part.length();
            cost.charge(most * by.length());
        }
        return text.replace(part, by);
    }

    private static String repeat(String text, int times, CostMeter cost) {
        cost.charge((long) text.length() * times);
        return text.repeat(times);
    }

    private static String padding(@Nullable Object[] a, CostMeter cost) {
        String text = Arguments.text(a, 0, cost);
        String by = Arguments.shortText(a, 2);
        if (by.isEmpty()) {
            throw Arguments.domain("there is nothing to fill up with: 'by' is empty");
        }
        long missing = Arguments.integer(a, 1) - length(text);
        if (missing <= 0) {
            return "";
        }
        cost.charge(missing);
        int count = Math.toIntExact(missing);
        String filling = repeat(by, 1 + (count - 1) / by.codePointCount(0, by.length()), cost);
        return filling.substring(0, filling.offsetByCodePoints(0, count));
    }

    private static String concat(@Nullable Object[] values, CostMeter cost) {
        StringBuilder out = new StringBuilder();
        for (Object value : values) {
            if (value != null) {
                String text = LogicFunctions.string(value, cost);
                cost.charge(text.length());
                out.append(text);
            }
        }
        return out.toString();
    }

    private static List<@Nullable Object> split(String text, String separator, CostMeter cost) {
        if (separator.isEmpty()) {
            throw Arguments.domain("the separator is empty");
        }
        List<@Nullable Object> parts = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            parts.add(text.substring(from, at));
            from = at + separator.length();
        }
        parts.add(text.substring(from));
        cost.charge(parts.size());
        return parts;
    }

    private static String join(List<?> parts, String separator, CostMeter cost) {
        StringBuilder out = new StringBuilder();
        boolean first = true;
        for (Object part : parts) {
            if (part != null) {
                String text = LogicFunctions.string(part, cost);
                cost.charge((long) text.length() + separator.length());
                out.append(first ? "" : separator).append(text);
                first = false;
            }
        }
        return out.toString();
    }
}
