package io.streamsboot.workflow.run.internal;

import io.streamsboot.workflow.journal.internal.Fields;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Outcomes of a run as bytes, for the journal. */
public final class OutcomeFormat {

    private static final int VERSION = 1;
    private static final int WRITTEN = 1;
    private static final int SKIPPED = 2;
    private static final int SET_ASIDE = 3;

    private OutcomeFormat() {}

    public static byte[] write(List<RecordOutcome> outcomes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeInt(outcomes.size());
            for (RecordOutcome outcome : outcomes) {
                write(out, outcome);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, RecordOutcome outcome) throws IOException {
        if (outcome instanceof RecordOutcome.Written written) {
            out.writeByte(WRITTEN);
            out.writeInt(written.records().size());
            for (Output output : written.records()) {
                Fields.text(out, output.topic());
                Fields.bytes(out, output.key());
                Fields.bytes(out, output.value());
                out.writeLong(output.timestamp());
                out.writeInt(output.headers().size());
                for (HeaderBytes header : output.headers()) {
                    Fields.text(out, header.key());
                    Fields.bytes(out, header.value());
                }
            }
        } else if (outcome instanceof RecordOutcome.SetAside dead) {
            out.writeByte(SET_ASIDE);
            Fields.text(out, dead.reason());
        } else {
            out.writeByte(SKIPPED);
        }
    }

    /**
     * Reads outcomes.
     *
     * @throws IllegalArgumentException if the bytes are none
     */
    public static List<RecordOutcome> read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalArgumentException("outcomes of version " + version + " are not known");
            }
            int count = in.readInt();
            List<RecordOutcome> outcomes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                outcomes.add(outcome(in));
            }
            return outcomes;
        } catch (IOException e) {
            throw new IllegalArgumentException("outcomes of a run are cut off", e);
        }
    }

    private static RecordOutcome outcome(DataInputStream in) throws IOException {
        int type = in.readByte();
        return switch (type) {
            case WRITTEN -> {
                int count = in.readInt();
                List<Output> outputs = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    outputs.add(output(in));
                }
                yield new RecordOutcome.Written(outputs);
            }
            case SKIPPED -> new RecordOutcome.Skipped();
            case SET_ASIDE -> new RecordOutcome.SetAside(Fields.text(in));
            default -> throw new IllegalArgumentException("an outcome of type " + type + " is not known");
        };
    }

    private static Output output(DataInputStream in) throws IOException {
        String topic = Fields.text(in);
        byte[] key = Fields.bytes(in);
        byte[] value = Fields.bytes(in);
        long timestamp = in.readLong();
        int count = in.readInt();
        List<HeaderBytes> headers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            headers.add(new HeaderBytes(Fields.text(in), Fields.bytes(in)));
        }
        return new Output(topic, null, key, value, timestamp, headers);
    }
}
