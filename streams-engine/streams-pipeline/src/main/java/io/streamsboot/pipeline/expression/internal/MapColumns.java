package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.Columns;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row that is a map. */
public final class MapColumns implements Columns {

    private final List<String> names;
    private final Map<String, ?> row;

    /** A row whose position n is the column of the n-th name. */
    public MapColumns(List<String> names, Map<String, ?> row) {
        this.names = names;
        this.row = row;
    }

    @Override
    public @Nullable Object column(int slot) {
        return Values.normalize(row.get(names.get(slot)));
    }
}
