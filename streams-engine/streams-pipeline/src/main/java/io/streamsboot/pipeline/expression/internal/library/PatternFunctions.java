package io.streamsboot.pipeline.expression.internal.library;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.internal.Body;
import io.streamsboot.pipeline.expression.internal.Builtin;
import io.streamsboot.pipeline.expression.internal.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Regular expressions in the syntax of RE2, whose matching takes linear time. */
final class PatternFunctions {

    private static final int MAX_PATTERN = 1_000;
    private static final int MAX_PROGRAM = 20_000;
    private static final int INSTRUCTIONS_PER_UNIT = 16;

    static final List<Builtin> ALL = List.of(
            function(
                    "matches(text: string, pattern: string): boolean",
                    "Whether the whole text matches.",
                    (pattern, text, a, cost) -> pattern.matches(text),
                    "matches('LH400', '[A-Z]+[0-9]+')",
                    "true"),
            function(
                    "find(text: string, pattern: string): string",
                    "The first part that matches, null if there is none.",
                    (pattern, text, a, cost) -> {
                        Matcher matcher = pattern.matcher(text);
                        return matcher.find() ? matcher.group() : null;
                    },
                    "find('gate B42', '[0-9]+')",
                    "'42'"),
            function(
                    "findAll(text: string, pattern: string): list",
                    "All parts that match, one behind the other.",
                    PatternFunctions::findAll,
                    "findAll('a1b22', '[0-9]+')",
                    "['1', '22']"),
            function(
                    "extract(text: string, pattern: string, group: integer): string",
                    "A group of the first match, null if it is not there. Group 0 is the whole match.",
                    PatternFunctions::extract,
                    "extract('LH400', '([A-Z]+)([0-9]+)', 2)",
                    "'400'"),
            function(
                    "replaceAll(text: string, pattern: string, by: string): string",
                    "With every match replaced; $1 stands for the first group, \\$ for a dollar sign.",
                    PatternFunctions::replaceAll,
                    "replaceAll('a1b22', '[0-9]+', '#')",
                    "'a#b#'"),
            function(
                    "splitBy(text: string, pattern: string): list",
                    "The parts between matches, empty ones too.",
                    PatternFunctions::split,
                    "splitBy('a1b22c', '[0-9]+')",
                    "['a', 'b', 'c']"));

    private PatternFunctions() {}

    @FunctionalInterface
    private interface Matching {

        @Nullable Object apply(Pattern pattern, String text, @Nullable Object[] arguments, CostMeter cost);
    }

    private static Builtin function(
            String signature, String description, Matching matching, String example, String result) {
        Body body = (a, cost) -> {
            String source = Arguments.shortText(a, 1);
            cost.charge(MAX_PATTERN);
            return apply(compile(source), matching, a, cost);
        };
        return Builtin.of(signature, description, body, example, result).binding(literals -> {
            if (!(literals.get(1) instanceof String source)) {
                return null;
            }
            Pattern pattern = compile(source);
            return (a, cost) -> apply(pattern, matching, a, cost);
        });
    }

    private static @Nullable Object apply(
            Pattern pattern, Matching matching, @Nullable Object[] arguments, CostMeter cost) {
        String text = Arguments.shortText(arguments, 0);
        cost.charge((1L + text.length()) * (1 + pattern.programSize() / INSTRUCTIONS_PER_UNIT));
        return matching.apply(pattern, text, arguments, cost);
    }

    private static Pattern compile(String source) {
        if (source.length() > MAX_PATTERN) {
            throw Arguments.domain("the pattern is longer than " + MAX_PATTERN + " characters");
        }
        if (PatternSize.of(source) > MAX_PROGRAM) {
            throw repeatsTooMuch(source);
        }
        Pattern pattern;
        try {
            pattern = Pattern.compile(source);
        } catch (PatternSyntaxException e) {
            throw Arguments.domain("the pattern " + Values.describe(source) + " is not valid: " + e.getDescription()
                    + " (syntax of RE2, without look-around and back-references)");
        }
        if (pattern.programSize() > MAX_PROGRAM) {
            throw repeatsTooMuch(source);
        }
        return pattern;
    }

    private static RuntimeException repeatsTooMuch(String source) {
        return Arguments.domain("the pattern " + Values.describe(source) + " repeats too much");
    }

    private static List<@Nullable Object> findAll(
            Pattern pattern, String text, @Nullable Object[] arguments, CostMeter cost) {
        List<@Nullable Object> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group());
        }
        cost.charge(found.size());
        return found;
    }

    private static @Nullable Object extract(
            Pattern pattern, String text, @Nullable Object[] arguments, CostMeter cost) {
        int group = Arguments.integer(arguments, 2, "group", 0, pattern.groupCount());
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(group) : null;
    }

    private static Object replaceAll(Pattern pattern, String text, @Nullable Object[] arguments, CostMeter cost) {
        String by = Arguments.shortText(arguments, 2);
        Matcher matcher = pattern.matcher(text);
        StringBuilder out = new StringBuilder();
        try {
            while (matcher.find()) {
                int before = out.length();
                matcher.appendReplacement(out, by);
                cost.charge(by.length() + (long) out.length() - before);
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw Arguments.domain(Values.describe(by) + " is no replacement: " + e.getMessage());
        }
        matcher.appendTail(out);
        return out.toString();
    }

    private static Object split(Pattern pattern, String text, @Nullable Object[] arguments, CostMeter cost) {
        List<@Nullable Object> parts = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        int from = 0;
        while (matcher.find()) {
            if (matcher.end() > matcher.start()) {
                parts.add(text.substring(from, matcher.start()));
                from = matcher.end();
            }
        }
        parts.add(text.substring(from));
        cost.charge(parts.size());
        return parts;
    }
}
