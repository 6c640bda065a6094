package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.internal.aggregate.JsonValues;
import io.streamsboot.pipeline.internal.time.Bits;
import io.streamsboot.pipeline.internal.time.Origin;
import io.streamsboot.pipeline.internal.time.State;
import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.RowLayout;
import io.streamsboot.pipeline.row.internal.Raw;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps some rows of a key in an order, and emits the list when it changes. */
final class RankOperator implements Operator {

    private final int n;
    private final List<String> groupBy;
    private final String as;
    private final @Nullable String orderBy;
    private final Comparator<Held> order;
    private final boolean reversed;
    private final State state;
    private final JsonRow reader;

    /** A row that is kept. */
    private record Held(@Nullable Object rank, Origin origin, byte[] value) {}

    private RankOperator(
            int n,
            List<String> groupBy,
            String as,
            @Nullable String orderBy,
            Comparator<Held> order,
            boolean reversed,
            State state) {
        this.n = n;
        this.groupBy = groupBy;
        this.as = as;
        this.orderBy = orderBy;
        this.order = order;
        this.reversed = reversed;
        this.state = state;
        this.reader = new JsonRow(new RowLayout(orderBy == null ? List.of() : List.of(orderBy), 0));
    }

    /** The rows with the largest values, or the smallest; of equal ones those that happened first. */
    static RankOperator top(int n, List<String> groupBy, String as, String orderBy, boolean descending, State state) {
        Comparator<Held> values =
                (a, b) -> JsonValues.ORDER.compare(Objects.requireNonNull(a.rank()), Objects.requireNonNull(b.rank()));
        return new RankOperator(
                n,
                groupBy,
                as,
                orderBy,
                (descending ? values.reversed() : values).thenComparing(Held::origin),
                false,
                state);
    }

    /** The rows that happened last, the oldest of them first. */
    static RankOperator last(int n, List<String> groupBy, String as, State state) {
        return new RankOperator(
                n, groupBy, as, null, Comparator.comparing(Held::origin).reversed(), true, state);
    }

    @Override
    public boolean closes() {
        return false;
    }

    @Override
    public boolean isLate(Keyed.Row row, long closed) {
        return false;
    }

    @Override
    public void row(Keyed.Row row, long closed, Emitter out) {
        Object rank = null;
        if (orderBy != null) {
            reader.read(row.value());
            rank = reader.column(0);
            if (rank == null) {
                return;
            }
        }
        byte[] name = Keys.join('N', row.key());
        List<Held> held = read(state.get(name));
        Held candidate = new Held(rank, row.origin(), row.value());
        int at = 0;
        while (at < held.size() && order.compare(held.get(at), candidate) <= 0) {
            at++;
        }
        if (at == n) {
            return;
        }
        held.add(at, candidate);
        if (held.size() > n) {
            held.remove(n);
        }
        state.put(name, write(held));
        emit(row, held, out);
    }

    private void emit(Keyed.Row row, List<Held> held, Emitter out) {
        List<@Nullable Object> rows = new ArrayList<>();
        for (Held one : held) {
            rows.add(reversed ? 0 : rows.size(), new Raw(one.value()));
        }
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        Keys.columns(row.key(), groupBy, result);
        result.put(as, rows);
        out.emit(Keys.recordKey(row.key()), JsonRow.toJson(result), row.origin().time());
    }

    private static byte[] write(List<Held> held) {
        return Bits.write(out -> {
            out.writeInt(held.size());
            for (Held one : held) {
                Bits.bytes(out, JsonValues.write(one.rank()));
                Bits.origin(out, one.origin());
                Bits.bytes(out, one.value());
            }
        });
    }

    private static List<Held> read(byte @Nullable [] stored) {
        return stored == null ? new ArrayList<>() : Bits.read(stored, RankOperator::read);
    }

    private static List<Held> read(DataInput in) throws IOException {
        List<Held> held = new ArrayList<>();
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            Object rank = JsonValues.read(Objects.requireNonNull(Bits.bytes(in)));
            Origin origin = Bits.origin(in);
            held.add(new Held(rank, origin, Objects.requireNonNull(Bits.bytes(in))));
        }
        return held;
    }

    @Override
    public long advance(long watermark, Emitter out) {
        return Long.MIN_VALUE;
    }
}
