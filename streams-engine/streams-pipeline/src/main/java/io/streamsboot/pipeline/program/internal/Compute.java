package io.streamsboot.pipeline.program.internal;

import io.streamsboot.core.failure.UnskippableException;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The program of one step in one task: started with the first row, and started again after it broke. Not thread-safe.
 */
public final class Compute implements AutoCloseable {

    /** A program that breaks so often without an answer in between is itself to blame, and no row is. */
    static final int MAX_BREAKS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(Compute.class);
    private static final int MAX_ERROR = 500;

    private final String label;
    private final ProgramFactory factory;
    private @Nullable Program program;
    private int breaks;

    /** A step without a program yet. */
    Compute(String label, ProgramFactory factory) {
        this.label = label;
        this.factory = factory;
    }

    /**
     * What the program makes of a row.
     *
     * @param row a JSON object, well-formed
     * @return rows, as JSON objects, well-formed
     * @throws EvaluationException if it says that the row is wrong, or broke
     * @throws UnskippableException if it cannot be started, or keeps breaking
     */
    public List<byte[]> rows(byte[] row) {
        Answer answer;
        try {
            answer = Answer.of(running().ask(line(row)));
        } catch (ProgramFailure e) {
            throw broken(e);
        }
        breaks = 0;
        String error = answer.error();
        if (error != null) {
            String shown = Output.shown(error.getBytes(StandardCharsets.UTF_8), MAX_ERROR);
            throw new EvaluationException(Reason.PROGRAM, label + ": " + shown);
        }
        return answer.rows();
    }

    private Program running() {
        Program running = program;
        if (running == null || !running.isAlive()) {
            close();
            running = factory.start(breaks);
            program = running;
        }
        return running;
    }

    private RuntimeException broken(ProgramFailure e) {
        close();
        breaks++;
        String problem = label + ": the program broke: " + e.getMessage();
        if (e.isStartless() || Thread.currentThread().isInterrupted()) {
            return new UnskippableException(problem, e);
        } else if (breaks >= MAX_BREAKS) {
            return new UnskippableException(problem + ", and " + breaks + " times in a row", e);
        } else if (breaks == 1) {
            LOG.warn("{}; it is started again", problem);
        }
        return new EvaluationException(Reason.PROGRAM, problem);
    }

    /** White space between the parts of a row may be ends of lines; within strings they cannot be. */
    private static byte[] line(byte[] row) {
        byte[] line = row.clone();
        for (int i = 0; i < line.length; i++) {
            if (line[i] == '\n' || line[i] == '\r') {
                line[i] = ' ';
            }
        }
        return line;
    }

    /** Ends the program; another row starts it again. */
    @Override
    public void close() {
        Program running = program;
        program = null;
        if (running != null) {
            running.close();
        }
    }
}
