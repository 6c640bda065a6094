package io.streamsboot.pipeline.program.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a program has written for a row, up to a limit. */
final class Output {

    private final int limit;
    private byte[] bytes = new byte[256];
    private int length;

    Output(int limit) {
        this.limit = limit;
    }

    void clear() {
        length = 0;
    }

    /** Whether it still fits. */
    boolean add(byte[] more) {
        // the end of the line does not count
        if (more.length > limit + 1 - length) {
            return false;
        }
        if (length + more.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more.length, Math.min(2 * bytes.length, limit + 1)));
        }
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
        return true;
    }

    boolean isEmpty() {
        return length == 0;
    }

    /** How many ends of lines there are, at most 2. */
    int lines() {
        int lines = 0;
        for (int i = 0; i < length && lines < 2; i++) {
            lines += bytes[i] == '\n' ? 1 : 0;
        }
        return lines;
    }

    /** Whether an end of a line is the last. */
    boolean isWhole() {
        return length > 0 && bytes[length - 1] == '\n';
    }

    /** All but the end of the line. */
    byte[] line() {
        return Arrays.copyOf(bytes, isWhole() ? length - 1 : length);
    }

    /** Text of a program for a message or a log: one line, and not long. */
    static String shown(byte[] text, int most) {
        int shown = Math.min(text.length, most);
        String start = new String(text, 0, shown, StandardCharsets.UTF_8);
        return start.replaceAll("\\p{Cntrl}", "?") + (shown < text.length ? "…" : "");
    }
}
