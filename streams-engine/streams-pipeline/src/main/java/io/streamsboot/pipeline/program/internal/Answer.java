package io.streamsboot.pipeline.program.internal;

import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.RowException;
import io.streamsboot.pipeline.row.RowLayout;
import io.streamsboot.pipeline.row.internal.JsonScanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a program says to a row: a list of rows, or an object with an error.
 *
 * @param rows the rows
 * @param error what is wrong with the row, null if nothing is
 */
record Answer(List<byte[]> rows, @Nullable String error) {

    private static final int SHOWN = 100;
    private static final RowLayout ERROR = new RowLayout(List.of("error"), 0);

    /**
     * Reads a line.
     *
     * @throws ProgramFailure if it is neither
     */
    static Answer of(byte[] line) throws ProgramFailure {
        try {
            if (first(line) == '{') {
                JsonRow object = new JsonRow(ERROR);
                object.read(line);
                if (object.column(0) instanceof String error) {
                    return new Answer(List.of(), error);
                }
                throw new RowException("it has no 'error'", 0);
            }
            int[] ends = JsonScanner.scanList(line);
            List<byte[]> rows = new ArrayList<>(ends.length / 2);
            for (int i = 0; i < ends.length; i += 2) {
                rows.add(Arrays.copyOfRange(line, ends[i], ends[i + 1]));
            }
            return new Answer(rows, null);
        } catch (RowException e) {
            throw new ProgramFailure(
                    "its answer is neither a list of rows nor {\"error\": \"…\"}: " + Output.shown(line, SHOWN), false);
        }
    }

    private static byte first(byte[] line) {
        int at = 0;
        while (at < line.length && line[at] <= ' ' && line[at] >= 0) {
            at++;
        }
        return at < line.length ? line[at] : 0;
    }
}
