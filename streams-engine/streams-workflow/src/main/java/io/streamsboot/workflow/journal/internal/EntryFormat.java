package io.streamsboot.workflow.journal.internal;

import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalEntry.Completion;
import io.streamsboot.workflow.journal.JournalEntry.Reset;
import io.streamsboot.workflow.journal.JournalEntry.StepResult;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries of one run under one lease as bytes. In a log, those without entries are a lease themselves. */
public final class EntryFormat {

    private static final int VERSION = 1;
    private static final int CLAIM = 1;
    private static final int STEP = 2;
    private static final int RESET = 3;
    private static final int COMPLETION = 4;

    /** Enough for a claim and a step of which little is kept. */
    private static final int CAPACITY = 256;

    /**
     * Entries and whose they are.
     *
     * @param lease the owner's lease; -1 in a lease that is not yet anywhere
     * @param entries the entries, all of one run
     */
    public record Group(long lease, List<JournalEntry> entries) {}

    private EntryFormat() {}

    public static byte[] write(long lease, List<JournalEntry> entries) {
        int most = CAPACITY;
        for (JournalEntry entry : entries) {
            most += entry instanceof Completion completion ? completion.outcome().length : 0;
        }
        FieldWriter out = new FieldWriter(most);
        out.number1(VERSION);
        out.number8(lease);
        out.number4(entries.size());
        if (!entries.isEmpty()) {
            out.text(entries.get(0).runId());
        }
        for (JournalEntry entry : entries) {
            write(out, entry);
        }
        return out.toByteArray();
    }

    private static void write(FieldWriter out, JournalEntry entry) {
        if (entry instanceof Claim claim) {
            out.number1(CLAIM);
            out.number8(claim.firstOffset());
            out.number8(claim.lastOffset());
            out.number8(claim.startedAt());
            out.number8(claim.seed());
            out.number4(claim.members().size());
            for (long member : claim.members()) {
                out.number8(member);
            }
        } else if (entry instanceof StepResult step) {
            out.number1(STEP);
            out.text(step.name());
            out.number2(step.kind());
            out.field(step.result());
        } else if (entry instanceof Completion completion) {
            out.number1(COMPLETION);
            out.field(completion.outcome());
        } else {
            out.number1(RESET);
        }
    }

    /**
     * Reads entries.
     *
     * @return null if they are of a version that is not known, or cut off
     */
    public static @Nullable Group read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readByte() != VERSION) {
                return null;
            }
            long lease = in.readLong();
            int count = in.readInt();
            String runId = count == 0 ? "" : Fields.text(in);
            List<JournalEntry> entries = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                entries.add(entry(in, runId));
            }
            return new Group(lease, entries);
        } catch (IOException e) {
            return null;
        }
    }

    private static JournalEntry entry(DataInputStream in, String runId) throws IOException {
        int type = in.readByte();
        return switch (type) {
            case CLAIM -> {
                long first = in.readLong();
                long last = in.readLong();
                long startedAt = in.readLong();
                long seed = in.readLong();
                int count = in.readInt();
                List<Long> members = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    members.add(in.readLong());
                }
                yield new Claim(runId, first, last, startedAt, seed, members);
            }
            case STEP -> new StepResult(runId, Fields.text(in), in.readChar(), Fields.bytes(in));
            case RESET -> new Reset(runId);
            case COMPLETION -> {
                byte[] outcome = Fields.bytes(in);
                yield new Completion(runId, outcome == null ? new byte[0] : outcome);
            }
            default -> throw new IOException("an entry of type " + type + " is not known");
        };
    }
}
