package io.streamsboot.workflow.run.internal;

import io.streamsboot.workflow.journal.internal.FieldWriter;
import io.streamsboot.workflow.journal.internal.Fields;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Outcomes of a run as bytes, for the journal. The header with the run's id, which each output has last, is left out: who
 * reads them knows the run.
 */
public final class OutcomeFormat {

    private static final int VERSION = 2;
    private static final int WRITTEN = 1;
    private static final int SKIPPED = 2;
    private static final int SET_ASIDE = 3;

    /** Enough for one small output. */
    private static final int CAPACITY = 512;

    private OutcomeFormat() {}

    public static byte[] write(List<RecordOutcome> outcomes) {
        FieldWriter out = new FieldWriter(CAPACITY);
        out.number1(VERSION);
        out.number4(outcomes.size());
        for (RecordOutcome outcome : outcomes) {
            write(out, outcome);
        }
        return out.toByteArray();
    }

    private static void write(FieldWriter out, RecordOutcome outcome) {
        if (outcome instanceof RecordOutcome.Written written) {
            out.number1(WRITTEN);
            out.number4(written.records().size());
            for (Output output : written.records()) {
                out.text(output.topic());
                out.field(output.key());
                out.field(output.value());
                out.number8(output.timestamp());
                List<HeaderBytes> headers = withoutRunId(output.headers());
                out.number4(headers.size());
                for (HeaderBytes header : headers) {
                    out.text(header.key());
                    out.field(header.value());
                }
            }
        } else if (outcome instanceof RecordOutcome.SetAside dead) {
            out.number1(SET_ASIDE);
            out.text(dead.reason());
        } else {
            out.number1(SKIPPED);
        }
    }

    private static List<HeaderBytes> withoutRunId(List<HeaderBytes> headers) {
        int last = headers.size() - 1;
        return last >= 0 && headers.get(last).key().equals(OutcomeWriter.RUN_ID) ? headers.subList(0, last) : headers;
    }

    /**
     * Reads outcomes.
     *
     * @param runId id of their run
     * @throws IllegalArgumentException if the bytes are none
     */
    public static List<RecordOutcome> read(byte[] bytes, String runId) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalArgumentException("outcomes of version " + version + " are not known");
            }
            int count = in.readInt();
            List<RecordOutcome> outcomes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                outcomes.add(outcome(in, runId));
            }
            return outcomes;
        } catch (IOException e) {
            throw new IllegalArgumentException("outcomes of a run are cut off", e);
        }
    }

    private static RecordOutcome outcome(DataInputStream in, String runId) throws IOException {
        int type = in.readByte();
        return switch (type) {
            case WRITTEN -> {
                int count = in.readInt();
                List<Output> outputs = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    outputs.add(output(in, runId));
                }
                yield new RecordOutcome.Written(outputs);
            }
            case SKIPPED -> new RecordOutcome.Skipped();
            case SET_ASIDE -> new RecordOutcome.SetAside(Fields.text(in));
            default -> throw new IllegalArgumentException("an outcome of type " + type + " is not known");
        };
    }

    private static Output output(DataInputStream in, String runId) throws IOException {
        String topic = Fields.text(in);
        byte[] key = Fields.bytes(in);
        byte[] value = Fields.bytes(in);
        long timestamp = in.readLong();
        int count = in.readInt();
        List<HeaderBytes> headers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            headers.add(new HeaderBytes(Fields.text(in), Fields.bytes(in)));
        }
        headers.add(new HeaderBytes(OutcomeWriter.RUN_ID, runId.getBytes(StandardCharsets.UTF_8)));
        return new Output(topic, null, key, value, timestamp, headers);
    }
}
