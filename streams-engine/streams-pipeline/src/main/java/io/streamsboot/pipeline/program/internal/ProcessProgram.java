package io.streamsboot.pipeline.program.internal;

import io.streamsboot.pipeline.program.ProgramLimits;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process of this machine: rows go to its standard input, answers come from its standard output. */
final class ProcessProgram extends ThreadedProgram {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessProgram.class);
    private static final long GRACE_MS = 1_000;

    private final LocalCommand command;
    private final String name;
    private @Nullable Process process;

    ProcessProgram(LocalCommand command, String name, ProgramLimits limits, Duration delay) {
        super(name, limits, delay);
        this.command = command;
        this.name = name;
    }

    @Override
    String live() throws InterruptedException, StartException {
        Process running = begin();
        if (running == null) {
            return "it was stopped";
        }
        Thread errors = new Thread(() -> complain(running.getErrorStream()), "streams-program-errors-" + name);
        errors.setDaemon(true);
        errors.start();
        try (OutputStream in = running.getOutputStream();
                InputStream out = new BufferedInputStream(running.getInputStream())) {
            return talk(running, in, out);
        } catch (IOException e) {
            return running.waitFor(GRACE_MS, TimeUnit.MILLISECONDS)
                    ? "it ended with exit code " + running.exitValue()
                    : "it cannot be talked to: " + e.getMessage();
        }
    }

    private synchronized @Nullable Process begin() throws StartException {
        if (isStopped()) {
            return null;
        }
        try {
            Process begun = command.start();
            process = begun;
            return begun;
        } catch (IOException e) {
            throw new StartException("it cannot be started: " + e.getMessage());
        }
    }

    private String talk(Process running, OutputStream in, InputStream out) throws IOException, InterruptedException {
        Output output = new Output(limits().output());
        byte[] one = new byte[1];
        while (true) {
            byte[] row = next();
            if (out.available() > 0) {
                return "it wrote something before it was asked";
            }
            in.write(row);
            in.write('\n');
            in.flush();
            output.clear();
            while (!output.isWhole()) {
                int next = out.read();
                if (next < 0) {
                    running.waitFor(GRACE_MS, TimeUnit.MILLISECONDS);
                    return running.isAlive()
                            ? "it closed its standard output"
                            : "it ended with exit code " + running.exitValue();
                }
                one[0] = (byte) next;
                if (!output.add(one)) {
                    return "it wrote more than " + limits().output() + " bytes";
                }
            }
            answer(output.line());
        }
    }

    private void complain(InputStream from) {
        ErrorLog errors = new ErrorLog(name);
        byte[] bytes = new byte[1_024];
        try (from) {
            for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
                errors.add(bytes, count);
            }
        } catch (IOException e) {
            LOG.debug("the standard error of {} ended", name, e);
        }
        errors.end();
    }

    @Override
    public synchronized boolean isAlive() {
        return super.isAlive() && (process == null || process.isAlive());
    }

    @Override
    synchronized void stop(boolean broken) {
        Process running = process;
        if (running == null) {
            return;
        }
        boolean ended = !broken && endsItself(running);
        if (!ended) {
            running.descendants().forEach(ProcessHandle::destroyForcibly);
            running.destroyForcibly();
        }
        if (broken || !ended) {
            kill();
        }
    }

    /** Whoever reads lines ends with its input. */
    private static boolean endsItself(Process running) {
        try {
            running.getOutputStream().close();
            return running.waitFor(GRACE_MS, TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void kill() {
        try {
            command.end();
        } catch (IOException e) {
            LOG.warn("what {} runs elsewhere may go on, since it cannot be ended", name, e);
        }
    }
}
