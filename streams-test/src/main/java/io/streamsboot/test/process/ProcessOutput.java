package io.streamsboot.test.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The lines that one run of a process has printed, read by a thread of its own so that it never blocks. */
final class ProcessOutput {

    private final List<String> lines = new ArrayList<>();

    private boolean ended;

    ProcessOutput(InputStream stream, String name) {
        Thread reader = new Thread(() -> read(stream), "output of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /**
     * Waits for the first line, those already printed included, that fulfils the condition.
     *
     * @return the line, or null when the output has ended or the time is over without it
     */
    synchronized @Nullable String await(Predicate<String> condition, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        int next = 0;
        try {
            while (true) {
                for (; next < lines.size(); next++) {
                    String line = lines.get(next);
                    if (condition.test(line)) {
                        return line;
                    }
                }
                long left = deadline - System.nanoTime();
                if (ended || left <= 0) {
                    return null;
                }
                wait(left / 1_000_000 + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProcessFailedException("Interrupted while waiting for a process", e);
        }
    }

    /** Waits until all that was printed has been read. */
    void awaitEnd(Duration timeout) {
        await(line -> false, timeout);
    }

    private void read(InputStream stream) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            // The stream of a killed process may break: that is its end.
        } finally {
            end();
        }
    }

    private synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }
}
