package io.streamsboot.pipeline.row;

import io.streamsboot.pipeline.row.internal.JsonDecoder;
import io.streamsboot.pipeline.row.internal.JsonScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the fields of a record are. Records of a topic mostly have the same names in the same order, so the names of the
 * record before are tried first: as long as they match, neither slots nor duplicates have to be looked for.
 */
final class Fields implements JsonScanner.Listener {

    private static final int MAX_FIELDS = 10_000;
    private static final int STRIDE = 6;
    private static final int NAME_START = 0;
    private static final int NAME_END = 1;
    private static final int VALUE_START = 2;
    private static final int VALUE_END = 3;
    private static final int SLOT = 4;
    private static final int FLAGS = 5;
    private static final int HIDDEN = 1;
    private static final int CHANGED = 2;

    private final RowLayout layout;
    private int[] spans = new int[16 * STRIDE];
    /** With their quotes. */
    private byte[][] names = new byte[16][];

    private int[] slots = new int[16];
    private int known;
    private int count;
    private boolean matching;
    private boolean hidden;
    private byte[] source = new byte[0];
    private @Nullable byte @Nullable [][] unescaped;

    Fields(RowLayout layout) {
        this.layout = layout;
    }

    void reset() {
        count = 0;
        matching = true;
        hidden = false;
        unescaped = null;
    }

    @Override
    public int knownName(byte[] bytes, int start) {
        if (!matching || count >= known) {
            return -1;
        }
        byte[] name = names[count];
        int end = start + name.length;
        if (end > bytes.length || !Arrays.equals(bytes, start, end, name, 0, name.length)) {
            return -1;
        }
        add(bytes, start + 1, end - 1, slots[count]);
        return end;
    }

    @Override
    public void name(byte[] bytes, int start, int end, boolean escaped) {
        matching = false;
        add(bytes, start, end, escaped ? unescape(bytes, start, end) : layout.slot(bytes, start, end));
    }

    private void add(byte[] bytes, int start, int end, int slot) {
        if (count == MAX_FIELDS) {
            throw new RowException("it has more than " + MAX_FIELDS + " fields", start);
        }
        source = bytes;
        int at = count * STRIDE;
        if (at == spans.length) {
            spans = Arrays.copyOf(spans, spans.length * 2);
        }
        spans[at + NAME_START] = start;
        spans[at + NAME_END] = end;
        spans[at + FLAGS] = 0;
        spans[at + SLOT] = slot;
        count++;
    }

    private int unescape(byte[] bytes, int start, int end) {
        byte[] name = JsonDecoder.string(bytes, start, end).getBytes(StandardCharsets.UTF_8);
        byte[][] all = unescaped == null ? new byte[count + 1][] : Arrays.copyOf(unescaped, count + 1);
        all[count] = name;
        unescaped = all;
        return layout.slot(name, 0, name.length);
    }

    @Override
    public void value(int start, int end) {
        int at = (count - 1) * STRIDE;
        spans[at + VALUE_START] = start;
        spans[at + VALUE_END] = end;
    }

    /** After the last field: hides those whose names come again. */
    void finish() {
        if (matching) {
            return;
        }
        hideDuplicates();
        known = 0;
        if (unescaped == null && !hidden) {
            learn();
        }
    }

    private void learn() {
        if (names.length < count) {
            names = Arrays.copyOf(names, count * 2);
            slots = Arrays.copyOf(slots, count * 2);
        }
        for (int i = 0; i < count; i++) {
            names[i] = Arrays.copyOfRange(source, nameStart(i) - 1, nameEnd(i) + 1);
            slots[i] = slot(i);
        }
        known = count;
    }

    private void hideDuplicates() {
        int[] table = new int[Integer.highestOneBit(Math.max(4, count)) * 4];
        for (int i = count - 1; i >= 0; i--) {
            byte[] special = unescaped(i);
            byte[] bytes = special == null ? source : special;
            int from = special == null ? nameStart(i) : 0;
            int to = special == null ? nameEnd(i) : special.length;
            int at = RowLayout.hash(bytes, from, to) & (table.length - 1);
            while (table[at] != 0 && !isNamed(table[at] - 1, bytes, from, to)) {
                at = (at + 1) & (table.length - 1);
            }
            if (table[at] == 0) {
                table[at] = i + 1;
            } else {
                spans[i * STRIDE + FLAGS] |= HIDDEN;
                hidden = true;
            }
        }
    }

    private boolean isNamed(int field, byte[] name, int from, int to) {
        byte[] special = unescaped(field);
        return special == null
                ? Arrays.equals(source, nameStart(field), nameEnd(field), name, from, to)
                : Arrays.equals(special, 0, special.length, name, from, to);
    }

    /** The name without its escapes, null if it has none. */
    private byte @Nullable [] unescaped(int field) {
        return unescaped != null && field < unescaped.length ? unescaped[field] : null;
    }

    int count() {
        return count;
    }

    /** Behind the opening quote. */
    int nameStart(int field) {
        return spans[field * STRIDE + NAME_START];
    }

    /** At the closing quote. */
    int nameEnd(int field) {
        return spans[field * STRIDE + NAME_END];
    }

    int valueStart(int field) {
        return spans[field * STRIDE + VALUE_START];
    }

    int valueEnd(int field) {
        return spans[field * STRIDE + VALUE_END];
    }

    int slot(int field) {
        return spans[field * STRIDE + SLOT];
    }

    boolean isHidden(int field) {
        return (spans[field * STRIDE + FLAGS] & HIDDEN) != 0;
    }

    boolean hasHidden() {
        return hidden;
    }

    void change(int field) {
        spans[field * STRIDE + FLAGS] |= CHANGED;
    }

    boolean isChanged(int field) {
        return (spans[field * STRIDE + FLAGS] & CHANGED) != 0;
    }
}
