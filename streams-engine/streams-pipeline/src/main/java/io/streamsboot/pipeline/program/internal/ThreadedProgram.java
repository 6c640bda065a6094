package io.streamsboot.pipeline.program.internal;

import io.streamsboot.pipeline.program.ProgramLimits;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program with a thread of its own, which is the one that waits and computes. Whoever asks only waits for the answer, and
 * never longer than the limit.
 */
abstract class ThreadedProgram implements Program {

    private static final long STACK = 1 << 20;

    private final BlockingQueue<byte[]> asked = new ArrayBlockingQueue<>(1);
    private final BlockingQueue<Reply> replies = new ArrayBlockingQueue<>(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final ProgramLimits limits;
    private final Duration delay;
    private final Thread thread;
    private volatile boolean ended;
    private boolean first = true;

    private record Reply(byte @Nullable [] answer, @Nullable String problem, boolean startless) {}

    /**
     * A program that begins later.
     *
     * @param delay how long to wait before it is started
     */
    ThreadedProgram(String name, ProgramLimits limits, Duration delay) {
        this.limits = limits;
        this.delay = delay;
        this.thread = new Thread(null, this::runToEnd, "streams-program-" + name, STACK);
        thread.setDaemon(true);
    }

    final ProgramLimits limits() {
        return limits;
    }

    /**
     * The life of the program, on its thread: takes rows with {@link #next} and answers each.
     *
     * @return why it ended
     */
    abstract String live() throws InterruptedException, StartException;

    /** Makes the thread end, whatever it does. Called once, by the thread that asks. */
    abstract void stop(boolean broken);

    /** The program could not be started. */
    static final class StartException extends Exception {

        private static final long serialVersionUID = 1L;

        StartException(String problem) {
            super(problem);
        }
    }

    private void runToEnd() {
        String problem = "it failed inside";
        boolean startless = false;
        try {
            if (delay.isZero() || !stopped.await(delay.toMillis(), TimeUnit.MILLISECONDS)) {
                problem = live();
            }
        } catch (StartException e) {
            problem = String.valueOf(e.getMessage());
            startless = true;
        } catch (InterruptedException e) {
            problem = "it was interrupted";
        } finally {
            ended = true;
            replies.offer(new Reply(null, problem, startless));
        }
    }

    /** The next row, once there is one. */
    final byte[] next() throws InterruptedException {
        return asked.take();
    }

    final void answer(byte[] line) {
        replies.add(new Reply(line, null, false));
    }

    /** Answers for the last time. */
    final void lastAnswer(byte[] line) {
        ended = true;
        answer(line);
    }

    final boolean isStopped() {
        return stopped.getCount() == 0;
    }

    @Override
    public final byte[] ask(byte[] row) throws ProgramFailure {
        Duration limit = first ? limits.startTimeout().plus(delay) : limits.timeout();
        if (first) {
            thread.start();
        }
        asked.add(row);
        Reply reply;
        try {
            reply = replies.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(true);
            throw new ProgramFailure("the wait for its answer was interrupted", false);
        }
        if (reply == null) {
            end(true);
            throw new ProgramFailure("it did not answer within " + limit.toMillis() + " ms", false);
        } else if (reply.answer() == null) {
            end(true);
            throw new ProgramFailure(String.valueOf(reply.problem()), reply.startless());
        }
        first = false;
        return reply.answer();
    }

    @Override
    public boolean isAlive() {
        return !ended && !isStopped();
    }

    @Override
    public final void close() {
        end(false);
    }

    private void end(boolean broken) {
        if (!isStopped()) {
            stopped.countDown();
            stop(broken);
            thread.interrupt();
        }
    }
}
