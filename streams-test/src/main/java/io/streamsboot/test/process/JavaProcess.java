package io.streamsboot.test.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Java program in a JVM of its own, for tests that kill, pause and restart it.
 *
 * <pre>{@code
 * try (JavaProcess app = JavaProcess.builder(App.class)
 *         .readyWhenLine("Started .*")
 *         .start(Duration.ofSeconds(30))) {
 *     app.kill();
 *     app.restart();
 * }
 * }</pre>
 *
 * <p>{@link #close()} ends the process whatever its state, a paused one included. A shutdown hook of this JVM kills
 * what is left when the test run itself is ended; only a kill -9 of the test run leaves processes behind. Signals need
 * a system that has a {@code kill} command.
 *
 * <p>Thread-safe; each call that waits blocks the others of the same process except {@link #output()}.
 */
public final class JavaProcess implements AutoCloseable {

    private static final String QUICK_START = "-XX:TieredStopAtLevel=1";
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

    private final List<String> command;

    private final Map<String, String> environment;

    private final String name;

    private final @Nullable Path workingDirectory;

    private final @Nullable Predicate<String> ready;

    private final Duration startTimeout;

    private volatile Process process;

    private volatile ProcessOutput output;

    private JavaProcess(Builder builder, Duration startTimeout) {
        this.command = builder.command();
        this.environment = Map.copyOf(builder.environment);
        this.name = builder.name;
        this.workingDirectory = builder.workingDirectory;
        this.ready = builder.ready;
        this.startTimeout = startTimeout;
        this.process = launch();
        this.output = new ProcessOutput(process.getInputStream(), name);
    }

    /** A program on the class path of this JVM. */
    public static Builder builder(Class<?> main) {
        return builder().mainClass(main.getName());
    }

    /** A program that {@link Builder#jar(Path)} or {@link Builder#mainClass(String)} names. */
    public static Builder builder() {
        return new Builder();
    }

    /** The lines of the current run so far, standard output and error in one. */
    public List<String> output() {
        return output.lines();
    }

    /**
     * Waits for the first line of the current run, those already printed included, that fulfils the condition.
     *
     * @throws ProcessFailedException with the output, when the process ends or the time is over without it
     */
    public String awaitLine(Predicate<String> condition, Duration timeout) {
        String line = output.await(condition, timeout);
        if (line == null) {
            throw failure("did not print the awaited line within " + timeout.toMillis() + " ms");
        }
        return line;
    }

    public long pid() {
        return process.pid();
    }

    /** Whether it runs; a paused process does. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * The exit code, 128 plus the signal's number after a signal.
     *
     * @throws IllegalStateException while it runs
     */
    public int exitCode() {
        if (process.isAlive()) {
            throw new IllegalStateException(this + " is still running; end or await it first");
        }
        return process.exitValue();
    }

    /**
     * Waits for the process to end by itself.
     *
     * @return the exit code
     * @throws ProcessFailedException with the output, when it does not end in time
     */
    public synchronized int awaitExit(Duration timeout) {
        if (!waitFor(process, timeout)) {
            throw failure("did not end within " + timeout.toMillis() + " ms");
        }
        output.awaitEnd(KILL_TIMEOUT);
        LiveProcesses.remove(process);
        return process.exitValue();
    }

    /** Kills it at once (SIGKILL), as a crash would, and waits for its end; nothing when it has ended. */
    public synchronized void kill() {
        // Through the handle: Process.destroy would throw away what was printed but not yet read.
        process.toHandle().destroyForcibly();
        if (!waitFor(process, KILL_TIMEOUT)) {
            throw failure("survived SIGKILL for " + KILL_TIMEOUT.toSeconds() + " s");
        }
        output.awaitEnd(KILL_TIMEOUT);
        LiveProcesses.remove(process);
    }

    /** Stops it where it stands (SIGSTOP), as a long pause would. */
    public synchronized void pause() {
        signal("STOP");
    }

    /** Lets a paused process go on (SIGCONT). */
    public synchronized void resume() {
        signal("CONT");
    }

    /**
     * Asks it to end (SIGTERM) and waits until it has.
     *
     * @return the exit code
     * @throws ProcessFailedException with the output, when it does not end in time; it still runs then
     */
    public synchronized int terminate(Duration timeout) {
        process.toHandle().destroy();
        return awaitExit(timeout);
    }

    /**
     * Starts it again as it was started first, and waits until it is ready; one that still runs is killed before. The
     * output starts anew.
     *
     * @throws ProcessFailedException when it does not become ready in time; it is killed then
     */
    public synchronized void restart() {
        kill();
        process = launch();
        output = new ProcessOutput(process.getInputStream(), name);
        awaitReady();
    }

    /** Kills it if it still runs. */
    @Override
    public synchronized void close() {
        kill();
    }

    @Override
    public String toString() {
        return "JavaProcess[" + name + ", pid " + process.pid() + "]";
    }

    private Process launch() {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        if (workingDirectory != null) {
            builder.directory(workingDirectory.toFile());
        }
        try {
            Process started = builder.start();
            LiveProcesses.add(started);
            return started;
        } catch (IOException e) {
            throw new ProcessFailedException("Cannot start " + name + ": " + e + ". The command was " + command, e);
        }
    }

    private void awaitReady() {
        if (ready == null) {
            return;
        }
        if (output.await(ready, startTimeout) == null) {
            boolean died = !process.isAlive() || waitFor(process, Duration.ofMillis(200));
            ProcessFailedException failure = failure(
                    died
                            ? "ended with exit code " + process.exitValue() + " before it was ready"
                            : "was not ready within " + startTimeout.toMillis() + " ms");
            kill();
            throw failure;
        }
    }

    private void signal(String signal) {
        if (!process.isAlive()) {
            throw failure("has ended with exit code " + process.exitValue() + " and cannot be sent SIG" + signal);
        }
        try {
            Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!waitFor(kill, KILL_TIMEOUT) || kill.exitValue() != 0) {
                throw failure("could not be sent SIG" + signal);
            }
        } catch (IOException e) {
            throw new ProcessFailedException("There is no kill command to send SIG" + signal + " to " + this, e);
        }
    }

    private ProcessFailedException failure(String what) {
        return new ProcessFailedException(this + " " + what + ". Its output:\n" + String.join("\n", output.lines()));
    }

    private static boolean waitFor(Process process, Duration timeout) {
        try {
            return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProcessFailedException("Interrupted while waiting for process " + process.pid(), e);
        }
    }

    /** Describes a process and starts it. Not thread-safe. */
    public static final class Builder {

        private final List<String> jvmArgs = new ArrayList<>();

        private final List<String> args = new ArrayList<>();

        private final Map<String, String> systemProperties = new LinkedHashMap<>();

        private final Map<String, String> environment = new LinkedHashMap<>();

        private String classpath = System.getProperty("java.class.path", "");

        private String name = "";

        private @Nullable String mainClass;

        private @Nullable Path jar;

        private @Nullable Path workingDirectory;

        private @Nullable Predicate<String> ready;

        private @Nullable Processes owner;

        private Builder() {}

        Builder owner(Processes owner) {
            this.owner = owner;
            return this;
        }

        public Builder mainClass(String mainClass) {
            this.mainClass = Objects.requireNonNull(mainClass, "mainClass");
            return this;
        }

        /** An executable jar, instead of a main class and a class path. */
        public Builder jar(Path jar) {
            this.jar = Objects.requireNonNull(jar, "jar");
            return this;
        }

        /** The class path, that of this JVM by default. */
        public Builder classpath(String classpath) {
            this.classpath = Objects.requireNonNull(classpath, "classpath");
            return this;
        }

        /** Options of its virtual machine; they win over {@code -XX:TieredStopAtLevel=1}, with which it starts sooner. */
        public Builder jvmArgs(String... jvmArgs) {
            this.jvmArgs.addAll(List.of(jvmArgs));
            return this;
        }

        public Builder args(String... args) {
            this.args.addAll(List.of(args));
            return this;
        }

        public Builder systemProperty(String name, String value) {
            systemProperties.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
            return this;
        }

        /** An environment variable, added to those of this JVM. */
        public Builder environment(String name, String value) {
            environment.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
            return this;
        }

        /** The largest heap, in mebibytes. */
        public Builder heap(int mebibytes) {
            if (mebibytes < 1) {
                throw new IllegalArgumentException("A heap of " + mebibytes + " MiB is none; ask for at least 1");
            }
            return jvmArgs("-Xmx" + mebibytes + "m");
        }

        public Builder workingDirectory(Path directory) {
            this.workingDirectory = Objects.requireNonNull(directory, "directory");
            return this;
        }

        /** The process is ready when it prints a line that fulfils this; without a condition, at once. */
        public Builder readyWhen(Predicate<String> line) {
            this.ready = Objects.requireNonNull(line, "line");
            return this;
        }

        /** The process is ready when it prints a line in which this regular expression is found. */
        public Builder readyWhenLine(String regex) {
            Pattern pattern = Pattern.compile(regex);
            return readyWhen(line -> pattern.matcher(line).find());
        }

        /**
         * Starts the process and waits until it is ready.
         *
         * @param timeout how long readiness may take, now and at each restart
         * @throws ProcessFailedException with the output, when the process dies before or is not ready in time;
         *     nothing is left running then
         */
        public JavaProcess start(Duration timeout) {
            if ((mainClass == null) == (jar == null)) {
                throw new IllegalStateException("A process needs either a main class or a jar, not "
                        + (jar == null ? "none" : "both (" + mainClass + ", " + jar + ")"));
            }
            name = mainClass != null ? mainClass : String.valueOf(jar);
            JavaProcess started = new JavaProcess(this, timeout);
            if (owner != null) {
                owner.add(started);
            }
            started.awaitReady();
            return started;
        }

        private List<String> command() {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add(QUICK_START);
            command.addAll(jvmArgs);
            systemProperties.forEach((key, value) -> command.add("-D" + key + "=" + value));
            if (mainClass != null) {
                command.addAll(List.of("-cp", classpath, mainClass));
            } else {
                command.addAll(List.of("-jar", String.valueOf(jar)));
            }
            command.addAll(args);
            return command;
        }
    }
}
