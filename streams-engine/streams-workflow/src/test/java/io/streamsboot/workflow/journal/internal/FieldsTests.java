package io.streamsboot.workflow.journal.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalEntry.Completion;
import io.streamsboot.workflow.journal.JournalEntry.Reset;
import io.streamsboot.workflow.journal.JournalEntry.StepResult;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldsTests {

    private static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    private static byte[] written(byte[] field) {
        FieldWriter out = new FieldWriter(1);
        out.field(field);
        return out.toByteArray();
    }

    @Test
    void readsWhatItWrote() throws IOException {
        assertThat(Fields.bytes(in(written(new byte[] {1, 2, 3})))).containsExactly(1, 2, 3);
        assertThat(Fields.bytes(in(written(new byte[0])))).isEmpty();
        assertThat(Fields.bytes(in(written(null)))).isNull();
        FieldWriter text = new FieldWriter(1);
        text.text("Zürich");
        assertThat(Fields.text(in(text.toByteArray()))).isEqualTo("Zürich");
    }

    @Test
    void writesNumbersAsTheyAreRead() throws IOException {
        FieldWriter out = new FieldWriter(3);
        out.number1(0x1ff);
        out.number2(0x12345);
        out.number4(Integer.MIN_VALUE + 1);
        out.number8(0x0123456789abcdefL);
        out.raw(new byte[] {9, 8, 7}, 1, 2);
        assertThat(out.size()).isEqualTo(17);
        DataInputStream in = in(out.toByteArray());
        assertThat(in.readUnsignedByte()).isEqualTo(0xff);
        assertThat(in.readUnsignedShort()).isEqualTo(0x2345);
        assertThat(in.readInt()).isEqualTo(Integer.MIN_VALUE + 1);
        assertThat(in.readLong()).isEqualTo(0x0123456789abcdefL);
        assertThat(in.readAllBytes()).containsExactly(8, 7);
    }

    @Test
    void refusesAFieldThatIsCutOffAnywhere() {
        byte[] whole = written(new byte[] {1, 2, 3});
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Fields.bytes(in(part)))
                    .as("%d bytes", length)
                    .isInstanceOf(EOFException.class);
        }
    }

    @Test
    void refusesEntriesThatAreCutOffAnywhere() {
        List<JournalEntry> entries = List.of(
                new Claim("r", 1, 3, 4, 5, List.of(1L, 3L)),
                new StepResult("r", "s", 'v', new byte[] {1, 2}),
                new StepResult("r", "a", 'a', null),
                new Reset("r"),
                new Completion("r", new byte[] {3, 4}));
        byte[] whole = EntryFormat.write(7, entries);
        assertThat(EntryFormat.read(whole)).isNotNull();
        for (int length = 0; length < whole.length; length++) {
            assertThat(EntryFormat.read(Arrays.copyOf(whole, length)))
                    .as("%d of %d bytes", length, whole.length)
                    .isNull();
        }
    }

    @Test
    void leavesOutWhatIsOfAnotherVersion() {
        byte[] whole = EntryFormat.write(7, List.of());
        whole[0] = 99;
        assertThat(EntryFormat.read(whole)).isNull();
    }
}
