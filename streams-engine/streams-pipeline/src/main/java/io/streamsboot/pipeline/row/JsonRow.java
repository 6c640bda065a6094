package io.streamsboot.pipeline.row;

import io.streamsboot.pipeline.expression.Columns;
import io.streamsboot.pipeline.row.internal.JsonDecoder;
import io.streamsboot.pipeline.row.internal.JsonScanner;
import io.streamsboot.pipeline.row.internal.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row at a time: the JSON object that was read last, with what was computed for it. Of fields of the same name the last
 * one counts, and the others are as if they were not there. Reused for every record; not thread-safe.
 */
public final class JsonRow implements Columns {

    private static final Object NOT_DECODED = new Object();
    private static final int COMPUTED = -2;

    private final RowLayout layout;
    private final Fields fields;
    private final @Nullable Object[] values;
    private final int[] fieldOfSlot;
    private final JsonWriter writer = new JsonWriter();
    private byte[] bytes = new byte[0];
    private boolean changed;

    /**
     * A row without content.
     *
     * @param layout the columns that are asked for
     */
    public JsonRow(RowLayout layout) {
        this.layout = layout;
        this.fields = new Fields(layout);
        this.values = new Object[layout.size()];
        this.fieldOfSlot = new int[layout.size()];
        clear();
    }

    /**
     * Reads a record's value, to its end.
     *
     * @param value UTF-8 of a JSON object; must not be changed as long as this row is used
     * @throws RowException if it is anything else, or beyond the limits; the row is then empty
     */
    public void read(byte[] value) {
        clear();
        bytes = value;
        try {
            JsonScanner.scan(value, fields);
            fields.finish();
        } catch (RowException e) {
            clear();
            throw e;
        }
        for (int i = 0; i < fields.count(); i++) {
            int slot = fields.slot(i);
            if (slot >= 0 && !fields.isHidden(i)) {
                fieldOfSlot[slot] = i;
                values[slot] = NOT_DECODED;
            }
        }
    }

    private void clear() {
        Arrays.fill(values, null);
        Arrays.fill(fieldOfSlot, -1);
        fields.reset();
        bytes = new byte[0];
        changed = false;
    }

    @Override
    public @Nullable Object column(int slot) {
        Object value = values[slot];
        if (value == NOT_DECODED) {
            int field = fieldOfSlot[slot];
            value = JsonDecoder.decode(bytes, fields.valueStart(field), fields.valueEnd(field));
            values[slot] = value;
        }
        return value;
    }

    /**
     * Whether the record has a field for a column, be it null, or the column was computed.
     *
     * @param slot slot of the column
     * @return false for a column that only reads as null
     */
    public boolean has(int slot) {
        return fieldOfSlot[slot] != -1;
    }

    /**
     * Sets a column.
     *
     * @param slot slot of the column
     * @param value a value of one of the types of {@link io.streamsboot.pipeline.expression.ValueKind}
     */
    public void set(int slot, @Nullable Object value) {
        values[slot] = value;
        if (fieldOfSlot[slot] < 0) {
            fieldOfSlot[slot] = COMPUTED;
        } else {
            fields.change(fieldOfSlot[slot]);
        }
        changed = true;
    }

    /**
     * The bytes that were read, if nothing was set and every field is different.
     *
     * @return null if the row must be written anew
     */
    public byte @Nullable [] unchanged() {
        return changed || fields.hasHidden() ? null : bytes;
    }

    /**
     * Writes the row. Fields stand in the order of the record, columns that it does not have behind them.
     *
     * @param projection what to write
     * @return UTF-8 of a JSON object
     * @throws io.streamsboot.pipeline.expression.EvaluationException if a computed value has no JSON, such as NaN
     */
    public byte[] write(Projection projection) {
        writer.begin();
        for (int i = 0; i < fields.count(); i++) {
            if (fields.isHidden(i)) {
                continue;
            }
            int slot = fields.slot(i);
            if (slot < 0) {
                if (projection.others()) {
                    writer.separator();
                    writer.raw(bytes, fields.nameStart(i) - 1, fields.nameEnd(i) + 1);
                    writer.colon();
                    writer.raw(bytes, fields.valueStart(i), fields.valueEnd(i));
                }
            } else if (projection.outputOf(slot) >= 0) {
                field(projection, projection.outputOf(slot), slot);
            }
        }
        for (int output = 0; output < projection.outputs().size(); output++) {
            int slot = projection.outputs().get(output).slot();
            boolean written = fieldOfSlot[slot] >= 0 && projection.outputOf(slot) == output;
            if (!written && fieldOfSlot[slot] != -1) {
                field(projection, output, slot);
            }
        }
        return writer.end();
    }

    private void field(Projection projection, int output, int slot) {
        writer.separator();
        byte[] name = projection.name(output);
        writer.raw(name, 0, name.length);
        writer.colon();
        int field = fieldOfSlot[slot];
        if (field >= 0 && !fields.isChanged(field)) {
            writer.raw(bytes, fields.valueStart(field), fields.valueEnd(field));
        } else {
            writer.value(values[slot]);
        }
    }

    /**
     * An object as JSON.
     *
     * @param fields values by name
     * @return UTF-8
     */
    public static byte[] toJson(Map<String, ? extends @Nullable Object> fields) {
        JsonWriter writer = new JsonWriter();
        writer.value(fields);
        return writer.toByteArray();
    }

    /** The row as it was read, for messages and logs; at most the first 200 bytes. */
    @Override
    public String toString() {
        int shown = Math.min(bytes.length, 200);
        return new String(bytes, 0, shown, StandardCharsets.UTF_8) + (shown < bytes.length ? "…" : "");
    }

    /**
     * The layout that this row was made for.
     *
     * @return the columns that are asked for
     */
    public RowLayout layout() {
        return layout;
    }
}
