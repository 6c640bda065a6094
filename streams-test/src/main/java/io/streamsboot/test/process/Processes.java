package io.streamsboot.test.process;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The processes of one test, closed after it in reverse order of their start, those included that never became ready.
 * A test gets it as a parameter from {@link ProcessExtension}. Thread-safe.
 */
public final class Processes implements AutoCloseable {

    private final Deque<JavaProcess> started = new ArrayDeque<>();

    Processes() {}

    /** A program on the class path of this JVM. */
    public JavaProcess.Builder java(Class<?> main) {
        return JavaProcess.builder(main).owner(this);
    }

    /** A program that the builder's {@code jar} or {@code mainClass} names. */
    public JavaProcess.Builder java() {
        return JavaProcess.builder().owner(this);
    }

    synchronized void add(JavaProcess process) {
        started.push(process);
    }

    @Override
    public synchronized void close() {
        RuntimeException failure = null;
        for (JavaProcess process : started) {
            try {
                process.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        started.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
