package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.internal.Raw;
import io.streamsboot.pipeline.row.internal.RawFields;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts two rows together. Columns of the right that the left has already get a prefix.
 *
 * @param prefix name of the right and an underscore
 * @param columns columns of the right to take, and that are null where there is no right; empty for all
 * @param rename new names of columns of the right
 * @param shared columns of the same name and value on both sides: written once
 */
public record Joining(String prefix, List<String> columns, Map<String, String> rename, Set<String> shared) {

    public Joining {
        columns = List.copyOf(columns);
        // A copy whose order is the given one: the same rows must have the same bytes in every process.
        rename = Collections.unmodifiableMap(new LinkedHashMap<>(rename));
        shared = Set.copyOf(shared);
    }

    /** One row of two, of which one may be missing. */
    public byte[] join(byte @Nullable [] left, byte @Nullable [] right) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>(left == null ? Map.of() : RawFields.of(left));
        Map<String, Raw> from = right == null ? Map.of() : RawFields.of(right);
        if (columns.isEmpty()) {
            from.forEach((name, value) -> put(row, name, value));
            if (right == null) {
                rename.keySet().forEach(name -> put(row, name, null));
            }
        } else {
            columns.forEach(name -> put(row, name, from.get(name)));
        }
        return JsonRow.toJson(row);
    }

    private void put(Map<String, @Nullable Object> row, String name, @Nullable Object value) {
        String known = rename.getOrDefault(name, name);
        if (shared.contains(known) && row.containsKey(known)) {
            return;
        }
        row.put(row.containsKey(known) ? prefix + known : known, value);
    }
}
