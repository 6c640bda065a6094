package io.streamsboot.core.deadletter;

import io.streamsboot.core.RootCause;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a record failed, as text.
 *
 * @param type class name of the exception
 * @param message its message, cut to a limit; null if it had none
 * @param root class name of the last cause, the same as {@code type} if there is none
 * @param stackTrace its stack trace, cut to a limit; null if it is not kept
 */
public record Cause(
        String type,
        @Nullable String message,
        String root,
        @Nullable String stackTrace) {

    private static final String MORE = "…";
    private static final int MAX_CAUSES = 20;

    /** Packages of Kafka Streams, and of what stands around each of its nodes. */
    private static final List<String> ENGINE =
            List.of("org.apache.kafka.streams.", "io.streamsboot.topology.runtime.internal.");

    private static final int LEAST_RUN = 3;

    /**
     * Describes an exception. Never throws, whatever the exception's own code does.
     *
     * @param failure the exception
     * @param limits how much is kept
     * @return its description
     */
    public static Cause of(Throwable failure, EnvelopeLimits limits) {
        return new Cause(
                failure.getClass().getName(),
                cut(message(failure), limits.message()),
                root(failure),
                cut(stackTrace(failure, limits.stackTrace()), limits.stackTrace()));
    }

    static @Nullable String cut(@Nullable String text, int limit) {
        if (text == null || text.length() <= limit) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        return text.substring(0, end) + MORE;
    }

    private static @Nullable String message(Throwable failure) {
        try {
            return failure.getMessage();
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static String root(Throwable failure) {
        try {
            return RootCause.of(failure).getClass().getName();
        } catch (RuntimeException e) {
            return failure.getClass().getName();
        }
    }

    /** Every cause gets an equal share of the room, so that the root is told however deep the stack of the first is. */
    private static @Nullable String stackTrace(Throwable failure, int limit) {
        try {
            List<Throwable> chain = new ArrayList<>();
            for (Throwable next = failure; next != null && chain.size() < MAX_CAUSES && !chain.contains(next); ) {
                chain.add(next);
                next = next.getCause();
            }
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < chain.size(); i++) {
                append(text, chain.get(i), i, text.length() + (limit - text.length()) / (chain.size() - i));
            }
            return text.toString();
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static void append(StringBuilder text, Throwable cause, int depth, int end) {
        text.append(depth == 0 ? "" : "Caused by: ").append(cause.getClass().getName());
        String message = message(cause);
        if (message != null) {
            text.append(": ").append(cut(message, Math.max(1, (end - text.length()) / 2)));
        }
        text.append('\n');
        StackTraceElement[] frames = cause.getStackTrace();
        for (int i = 0; i < frames.length; ) {
            int next = endOfEngine(frames, i);
            String line = next - i < LEAST_RUN
                    ? "\tat " + frames[i] + '\n'
                    : "\t" + MORE + ' ' + (next - i) + " frames of the engine\n";
            if (text.length() + line.length() + 4 > end) {
                text.append("\t").append(MORE).append('\n');
                return;
            }
            text.append(line);
            i = next - i < LEAST_RUN ? i + 1 : next;
        }
    }

    /** Where a run of frames ends that say how a record went through the engine, and nothing about the failure. */
    private static int endOfEngine(StackTraceElement[] frames, int begin) {
        int end = begin;
        while (end < frames.length && isEngine(frames[end].getClassName())) {
            end++;
        }
        return end;
    }

    private static boolean isEngine(String type) {
        for (String part : ENGINE) {
            if (type.startsWith(part)) {
                return true;
            }
        }
        return false;
    }
}
