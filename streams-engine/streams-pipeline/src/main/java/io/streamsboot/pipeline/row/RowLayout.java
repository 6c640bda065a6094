package io.streamsboot.pipeline.row;

import io.streamsboot.pipeline.expression.ColumnResolver;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns that are asked for, each with its slot: first those that are read from the record, then those that are
 * computed. Immutable and thread-safe.
 */
public final class RowLayout implements ColumnResolver {

    private final List<String> columns;
    private final int computed;
    private final Map<String, Integer> slots = new HashMap<>();
    private final byte[][] names;
    private final int[] table;

    /**
     * A layout.
     *
     * @param columns names of the columns to read; slots from 0 in this order
     * @param computed how many slots for computed values follow
     * @throws IllegalArgumentException if a name occurs twice
     */
    public RowLayout(List<String> columns, int computed) {
        this.columns = List.copyOf(columns);
        this.computed = computed;
        this.names = new byte[columns.size()][];
        this.table = new int[Integer.highestOneBit(Math.max(4, columns.size())) * 4];
        Arrays.fill(table, UNKNOWN);
        for (int slot = 0; slot < names.length; slot++) {
            if (slots.put(columns.get(slot), slot) != null) {
                throw new IllegalArgumentException("column '" + columns.get(slot) + "' occurs twice");
            }
            names[slot] = columns.get(slot).getBytes(StandardCharsets.UTF_8);
            int at = hash(names[slot], 0, names[slot].length) & (table.length - 1);
            while (table[at] >= 0) {
                at = (at + 1) & (table.length - 1);
            }
            table[at] = slot;
        }
    }

    /**
     * The columns that are read.
     *
     * @return names in the order of their slots
     */
    public List<String> columns() {
        return columns;
    }

    /**
     * The number of slots.
     *
     * @return columns that are read and those that are computed
     */
    public int size() {
        return names.length + computed;
    }

    @Override
    public int slot(String name) {
        return slots.getOrDefault(name, UNKNOWN);
    }

    /** The slot of a name in UTF-8, {@link #UNKNOWN} if nobody asks for it. */
    int slot(byte[] bytes, int from, int to) {
        int at = hash(bytes, from, to) & (table.length - 1);
        for (int slot = table[at]; slot >= 0; slot = table[at]) {
            byte[] name = names[slot];
            if (Arrays.equals(name, 0, name.length, bytes, from, to)) {
                return slot;
            }
            at = (at + 1) & (table.length - 1);
        }
        return UNKNOWN;
    }

    static int hash(byte[] bytes, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        return ((hash ^ (hash >>> 15)) * 0x2c1b3c6d) >>> 7;
    }
}
