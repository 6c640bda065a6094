package io.streamsboot.pipeline.row.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.RowException;
import io.streamsboot.pipeline.row.RowLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is found in strings and names, wherever it stands: they are looked at eight bytes at a time. */
class JsonScannerTests {

    private final RowLayout layout = new RowLayout(List.of("a", "ab"), 0);
    private final JsonRow row = new JsonRow(layout);

    @Test
    void findsEverySpecialByteWhereverItStands() {
        for (int length = 1; length <= 20; length++) {
            for (int at = 0; at < length; at++) {
                for (int special = 0; special < 256; special++) {
                    byte[] bytes = utf8("{\"a\":\"" + "x".repeat(length) + "\"}");
                    bytes[6 + at] = (byte) special;
                    boolean plain = special >= 0x20 && special < 0x80 && special != '"' && special != '\\';
                    assertThat(isRow(bytes))
                            .as("%d at %d of %d", special, at, length)
                            .isEqualTo(plain);
                }
            }
        }
    }

    @Test
    void takesEscapesWhereverTheyStand() {
        for (int before = 0; before < 20; before++) {
            for (int after = 0; after < 20; after++) {
                String text = "x".repeat(before) + "\\\"" + "y".repeat(after);
                row.read(utf8("{\"a\":\"" + text + "\",\"ab\":1}"));
                assertThat(row.column(0)).isEqualTo("x".repeat(before) + '"' + "y".repeat(after));
                assertThat(row.column(1)).isEqualTo(1L);
            }
        }
    }

    @Test
    void checksUtf8AsJavaDoes() {
        Random random = new Random(11);
        int valid = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = utf8("{\"a\":\"....\"}");
            for (int j = 6; j < 10; j++) {
                int kind = random.nextInt(4);
                bytes[j] = (byte)
                        (kind == 0 ? 'x' : kind == 1 ? 0x80 + random.nextInt(0x40) : 0xc0 + random.nextInt(0x40));
            }
            boolean expected = isUtf8(bytes);
            assertThat(isRow(bytes)).as(() -> Arrays.toString(bytes)).isEqualTo(expected);
            valid += expected ? 1 : 0;
        }
        assertThat(valid).isGreaterThan(1_000);
    }

    @Test
    void namesOfTheRecordBeforeDoNotHideOthers() {
        List<String> rows = List.of(
                "{\"a\":1,\"ab\":2}",
                "{\"a\":1,\"abc\":2}",
                "{\"a\" : 1 , \"ab\" : 2}",
                "{\"a\":1}",
                "{\"ab\":1,\"a\":2}",
                "{\"a\":1,\"a\":2}",
                "{\"\\u0061\":1,\"ab\":2}",
                "{\"a\":1,\"ab\":2,\"a\":3}");
        for (String known : rows) {
            for (String next : rows) {
                row.read(utf8(known));
                row.read(utf8(known));
                row.read(utf8(next));
                JsonRow alone = new JsonRow(layout);
                alone.read(utf8(next));
                for (int slot = 0; slot < 2; slot++) {
                    assertThat(row.column(slot)).as("%s after %s", next, known).isEqualTo(alone.column(slot));
                    assertThat(row.has(slot)).isEqualTo(alone.has(slot));
                }
                for (int end = 0; end < next.length(); end++) {
                    row.read(utf8(known));
                    assertThat(isRow(utf8(next.substring(0, end)))).isFalse();
                }
            }
        }
    }

    @Test
    @Timeout(30)
    void hostileRowsEndQuickly() {
        assertThat(isRow(utf8("{\"a\":" + "[".repeat(1_000_000)))).isFalse();
        assertThat(isRow(utf8("{\"a\":" + "{\"a\":".repeat(1_000_000)))).isFalse();
        assertThat(isRow(utf8("{\"a\":" + "[".repeat(150) + "]".repeat(150) + "}")))
                .isTrue();
        assertThat(isRow(utf8("{\"a\":\"" + "x".repeat(10_000_000) + "\"}"))).isTrue();
        assertThat(((String) row.column(0))).hasSize(10_000_000);
        assertThat(isRow(utf8("{\"a\":" + "1".repeat(10_000_000) + "}"))).isTrue();
        assertThatExceptionOfType(EvaluationException.class).isThrownBy(() -> row.column(0));
        StringBuilder fields = new StringBuilder("{");
        for (int i = 0; i < 20_000; i++) {
            fields.append("\"f").append(i).append("\":1,");
        }
        assertThat(isRow(utf8(fields + "\"a\":1}"))).isFalse();
        StringBuilder colliding = new StringBuilder("{\"z\":0");
        for (int i = 0; i < 1 << 13; i++) {
            colliding.append(",\"");
            for (int bit = 0; bit < 13; bit++) {
                colliding.append((i & 1 << bit) == 0 ? "Aa" : "BB");
            }
            colliding.append("\":1");
        }
        assertThat(isRow(utf8(colliding + "}"))).isTrue();
    }

    private boolean isRow(byte[] bytes) {
        try {
            row.read(bytes);
            return true;
        } catch (RowException e) {
            return false;
        }
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
