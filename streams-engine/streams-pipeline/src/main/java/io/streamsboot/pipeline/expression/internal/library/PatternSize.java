package io.streamsboot.pipeline.expression.internal.library;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How large a regular expression gets, told before it is compiled: repetitions of repetitions multiply, and the library would
 * write them out.
 */
final class PatternSize {

    private static final long HUGE = Integer.MAX_VALUE;

    private final String pattern;
    private final Deque<Long> outer = new ArrayDeque<>();
    private int at;
    private long sum;
    private long last;

    private PatternSize(String pattern) {
        this.pattern = pattern;
    }

    /** About as many instructions as the pattern has with its counted repetitions written out. */
    static long of(String pattern) {
        PatternSize size = new PatternSize(pattern);
        while (size.at < pattern.length()) {
            size.next();
        }
        return size.outer.stream().reduce(size.sum, PatternSize::add);
    }

    private void next() {
        switch (pattern.charAt(at)) {
            case '\\' -> escape();
            case '[' -> characterClass();
            case '(' -> {
                outer.push(sum);
                sum = 0;
                at++;
            }
            case ')' -> {
                last = sum + 2;
                sum = add(outer.isEmpty() ? 0 : outer.pop(), last);
                at++;
            }
            case '{' -> repetition();
            default -> atom(1);
        }
    }

    private void atom(int characters) {
        at += characters;
        last = 1;
        sum = add(sum, 1);
    }

    private void escape() {
        if (pattern.startsWith("\\Q", at)) {
            int end = pattern.indexOf("\\E", at);
            sum = add(sum, (end < 0 ? pattern.length() : end) - at);
            at = end < 0 ? pattern.length() : end + 2;
            last = 1;
            return;
        }
        // Behind \p and \x braces belong to the character.
        int brace = at + 2;
        if (brace < pattern.length() && "pPx".indexOf(pattern.charAt(at + 1)) >= 0 && pattern.charAt(brace) == '{') {
            int end = pattern.indexOf('}', brace);
            atom((end < 0 ? pattern.length() : end + 1) - at);
        } else {
            atom(2);
        }
    }

    private void characterClass() {
        int end = at + 1;
        if (end < pattern.length() && pattern.charAt(end) == '^') {
            end++;
        }
        // A bracket that comes first is a character.
        end++;
        while (end < pattern.length() && pattern.charAt(end) != ']') {
            if (pattern.charAt(end) == '\\') {
                end++;
            } else if (pattern.startsWith("[:", end)) {
                int named = pattern.indexOf(":]", end);
                end = named < 0 ? end : named + 1;
            }
            end++;
        }
        atom(end + 1 - at);
    }

    private void repetition() {
        int end = pattern.indexOf('}', at);
        String counts = end < 0 ? "" : pattern.substring(at + 1, end);
        if (!counts.matches("\\d{1,9}(,\\d{0,9})?")) {
            atom(1);
            return;
        }
        int comma = counts.indexOf(',');
        String most = comma < 0 || comma == counts.length() - 1 ? counts.replace(",", "") : counts.substring(comma + 1);
        long times = Long.parseLong(most) + (comma == counts.length() - 1 ? 1 : 0);
        long repeated = Math.min(HUGE, last * Math.max(1, times));
        sum = add(sum, repeated - last);
        last = repeated;
        at = end + 1;
    }

    private static long add(long a, long b) {
        return Math.min(HUGE, a + b);
    }
}
