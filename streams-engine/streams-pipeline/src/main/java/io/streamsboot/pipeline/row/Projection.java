package io.streamsboot.pipeline.row;

import io.streamsboot.pipeline.row.internal.JsonWriter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What of a row is written, and under which names. Immutable and thread-safe.
 */
public final class Projection {

    private final boolean others;
    private final List<Output> outputs;
    private final byte[][] names;
    private final int[] outputOfSlot;

    /**
     * A column that is written.
     *
     * @param name name to write
     * @param slot where its value is
     */
    public record Output(String name, int slot) {}

    /**
     * A projection.
     *
     * @param layout layout of the rows
     * @param others whether to copy the fields that the layout does not name, at their places
     * @param outputs the columns to write; those that are not in the record are left out, unless they are computed
     * @throws IllegalArgumentException if a name occurs twice or a slot does not exist
     */
    public Projection(RowLayout layout, boolean others, List<Output> outputs) {
        this.others = others;
        this.outputs = List.copyOf(outputs);
        this.names = new byte[outputs.size()][];
        this.outputOfSlot = new int[layout.size()];
        Arrays.fill(outputOfSlot, -1);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.length; i++) {
            Output output = outputs.get(i);
            if (!seen.add(output.name())) {
                throw new IllegalArgumentException("column '" + output.name() + "' is written twice");
            }
            JsonWriter name = new JsonWriter();
            name.string(output.name());
            names[i] = name.toByteArray();
            outputOfSlot[output.slot()] = i;
        }
    }

    boolean others() {
        return others;
    }

    List<Output> outputs() {
        return outputs;
    }

    /** The name of an output as JSON, with its quotes. */
    byte[] name(int output) {
        return names[output];
    }

    /** The last output that writes a slot, -1 if none does. */
    int outputOf(int slot) {
        return outputOfSlot[slot];
    }
}
