package io.streamsboot.pipeline.program;

import java.time.Duration;

/**
 * What a program may use. Beyond it, the row fails, and the program is started anew for the next one.
 *
 * @param timeout time for the answer to a row, positive
 * @param startTimeout time for the answer to the first row after a start, positive
 * @param memory memory of a wasm program in bytes, at least one page of 65,536; the others are not limited here
 * @param steps instructions of a wasm program for a row, positive; the others are not limited here
 * @param output length of the answer to a row in bytes, positive and at most a gibibyte
 */
public record ProgramLimits(Duration timeout, Duration startTimeout, long memory, long steps, int output) {

    /** Five seconds, ten for the first row, 64 MiB, 50 million instructions, and 1 MiB of output. */
    public static final ProgramLimits DEFAULT =
            new ProgramLimits(Duration.ofSeconds(5), Duration.ofSeconds(10), 64L << 20, 50_000_000, 1 << 20);

    private static final int MAX_OUTPUT = 1 << 30;

    /** Bytes of a page of memory. */
    public static final int PAGE = 65_536;

    public ProgramLimits {
        positive("timeout", timeout);
        positive("start timeout", startTimeout);
        if (memory < PAGE) {
            throw new IllegalArgumentException("the memory must be at least " + PAGE + " bytes, but is " + memory);
        }
        if (steps < 1) {
            throw new IllegalArgumentException("the steps must be positive, but are " + steps);
        }
        if (output < 1 || output > MAX_OUTPUT) {
            throw new IllegalArgumentException(
                    "the output must be between 1 and " + MAX_OUTPUT + " bytes, but is " + output);
        }
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("the " + name + " must be positive, but is " + value);
        }
    }
}
