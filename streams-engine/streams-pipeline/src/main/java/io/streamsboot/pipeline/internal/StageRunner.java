package io.streamsboot.pipeline.internal;

import io.streamsboot.core.failure.UnskippableException;
import io.streamsboot.pipeline.StageCounters;
import io.streamsboot.pipeline.definition.BadData;
import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.internal.operator.Keys;
import io.streamsboot.pipeline.program.internal.Compute;
import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.RowException;
import io.streamsboot.pipeline.row.RowLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs the parts of a stage over one record after the other. Not thread-safe. */
public final class StageRunner implements AutoCloseable {

    private final List<Part> parts;
    private final BadData onBadData;
    private final Count count;
    private final RowCheck check;
    private final CostMeter cost = new CostMeter();
    private final List<byte[]> rows = new ArrayList<>();
    private final List<Compute> programs = new ArrayList<>();
    private final Next first;
    private Tables tables = (table, key) -> null;

    /** Takes the rows of a part. */
    interface Next {
        void take(byte[] row);
    }

    /**
     * What is counted.
     *
     * @param counters counters of the stage
     * @param consumed whether these are the first parts of the stage
     * @param emitted whether these are the last parts of the stage
     */
    record Count(StageCounters counters, boolean consumed, boolean emitted) {}

    /** A runner for records of a dataset with the given policy. */
    StageRunner(List<Part> parts, BadData onBadData, Count count, RowCheck check) {
        this.parts = List.copyOf(parts);
        this.onBadData = onBadData;
        this.count = count;
        this.check = check;
        Next next = rows::add;
        for (int i = parts.size() - 1; i >= 0; i--) {
            next = next(parts.get(i), next);
        }
        this.first = next;
    }

    private Next next(Part part, Next next) {
        if (part instanceof Part.Steps steps) {
            return new ProgramRunner(steps.program(), cost, next);
        }
        if (part instanceof Part.Program program) {
            return program(program.step().open(), next);
        }
        Part.Lookup lookup = (Part.Lookup) part;
        JsonRow row = new JsonRow(new RowLayout(List.of(lookup.on()), 0));
        return value -> {
            row.read(value);
            Object key = row.column(0);
            byte[] found = key == null ? null : tables.get(lookup.table(), Keys.text(key));
            byte[] joined = lookup.joining().join(value, found);
            cost.charge(joined.length);
            next.take(joined);
        };
    }

    private Next program(Compute program, Next next) {
        programs.add(program);
        return value -> {
            for (byte[] row : program.rows(value)) {
                cost.charge(row.length);
                next.take(row);
            }
        };
    }

    /** Ends the programs. */
    @Override
    public void close() {
        programs.forEach(Compute::close);
    }

    /** Says where rows are looked up. */
    void open(Tables given) {
        tables = given;
    }

    /**
     * The rows that come of a record, none if one of its steps fails and it is to be dropped.
     *
     * @return valid until the next call
     * @throws RuntimeException a {@link RowException} or {@link EvaluationException}, if the record is to fail
     */
    public List<byte[]> run(byte @Nullable [] value) {
        return run(value, null);
    }

    /** As before, for a record that is known to be bad, if it is. */
    List<byte[]> run(byte @Nullable [] value, @Nullable RuntimeException bad) {
        rows.clear();
        if (count.consumed()) {
            count.counters().consume();
        }
        try {
            if (bad != null) {
                throw bad;
            } else if (value == null) {
                throw new RowException("it has no value", 0);
            }
            cost.reset();
            first.take(value);
            rows.forEach(check::check);
        } catch (RowException | EvaluationException e) {
            rows.clear();
            handle(value, e);
        }
        if (count.emitted() && !rows.isEmpty()) {
            count.counters().emit(rows.size());
        }
        return rows;
    }

    private void handle(byte @Nullable [] value, RuntimeException e) {
        switch (onBadData) {
            case DROP -> count.counters().drop();
            case RESCUE -> {
                count.counters().rescue();
                byte[] rescued = rescued(value);
                check.check(rescued);
                rows.add(rescued);
            }
            case FAIL -> throw new UnskippableException(String.valueOf(e.getMessage()), e);
            default -> throw e;
        }
    }

    private byte[] rescued(byte @Nullable [] value) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (!parts.isEmpty() && parts.get(parts.size() - 1) instanceof Part.Steps last) {
            StageProgram.Shape shape = last.program().shape();
            if (!shape.others()) {
                shape.columns().forEach(column -> fields.put(column, null));
            }
        }
        try {
            fields.put(
                    "_rescued_data",
                    value == null
                            ? null
                            : StandardCharsets.UTF_8
                                    .newDecoder()
                                    .decode(ByteBuffer.wrap(value))
                                    .toString());
        } catch (CharacterCodingException e) {
            fields.put("_rescued_data_base64", Base64.getEncoder().encodeToString(value));
        }
        return JsonRow.toJson(fields);
    }
}
