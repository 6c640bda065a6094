package io.streamsboot.pipeline.program.internal;

import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what a program writes to its standard error: lines of a limited length, and not too many after each start. */
final class ErrorLog {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorLog.class);

    private static final int MAX_LENGTH = 500;
    private static final int MAX_LINES = 100;

    private final String program;
    private final byte[] line = new byte[MAX_LENGTH];
    private int length;
    private int lines;

    ErrorLog(String program) {
        this.program = program;
    }

    void add(byte[] bytes) {
        add(bytes, bytes.length);
    }

    void add(byte[] bytes, int count) {
        for (int i = 0; i < count && lines <= MAX_LINES; i++) {
            if (bytes[i] == '\n') {
                end();
            } else if (length < MAX_LENGTH) {
                line[length++] = bytes[i];
            }
        }
    }

    /** What stands there without the end of a line is one too. */
    void end() {
        if (length > 0) {
            lines++;
            if (lines <= MAX_LINES) {
                LOG.info("{}: {}", program, Output.shown(Arrays.copyOf(line, length), MAX_LENGTH));
            } else {
                LOG.info("{}: there is more, which is not logged until the program is started again", program);
            }
            length = 0;
        }
    }
}
