package io.streamsboot.workflow.run.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeFormatTests {

    private static final String RUN = "g:in:0:1:" + "f".repeat(32);

    private static Output output(HeaderBytes... headers) {
        return new Output("out", null, new byte[] {1}, null, 17, List.of(headers));
    }

    private static HeaderBytes header(String key, String value) {
        return new HeaderBytes(key, value.getBytes(StandardCharsets.UTF_8));
    }

    private static RecordOutcome written(byte[] bytes) {
        return OutcomeFormat.read(bytes, RUN).get(0);
    }

    @Test
    void readsWhatItWroteAndKnowsTheRunByItself() {
        List<RecordOutcome> outcomes =
                List.of(new RecordOutcome.Written(List.of(output(header("h", "v"), header("streams.run-id", RUN)))));
        byte[] bytes = OutcomeFormat.write(outcomes);
        assertThat(bytes).hasSizeLessThan(RUN.length() + 30);
        Output read = ((RecordOutcome.Written) written(bytes)).records().get(0);
        assertThat(read.topic()).isEqualTo("out");
        assertThat(read.key()).containsExactly(1);
        assertThat(read.value()).isNull();
        assertThat(read.timestamp()).isEqualTo(17);
        assertThat(read.headers()).extracting(HeaderBytes::key).containsExactly("h", "streams.run-id");
        assertThat(new String(read.headers().get(1).value(), StandardCharsets.UTF_8))
                .isEqualTo(RUN);
    }

    @Test
    void readsRecordsThatLeaveNothing() {
        byte[] bytes = OutcomeFormat.write(List.of(new RecordOutcome.Skipped(), new RecordOutcome.SetAside("why")));
        assertThat(OutcomeFormat.read(bytes, RUN))
                .containsExactly(new RecordOutcome.Skipped(), new RecordOutcome.SetAside("why"));
    }

    @Test
    void refusesWhatIsCutOffOrOfAnotherVersion() {
        byte[] bytes = OutcomeFormat.write(List.of(new RecordOutcome.Written(List.of(output(header("h", "v"))))));
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> written(part)).isInstanceOf(IllegalArgumentException.class);
        }
        bytes[0] = 1;
        assertThatThrownBy(() -> written(bytes)).isInstanceOf(IllegalArgumentException.class);
    }
}
