package io.streamsboot.workflow.journal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkIndexTests {

    private static final List<ChunkIndex.Item> ITEMS = List.of(
            new ChunkIndex.Item("g:in:0:41:aa", 41, 0, Written.STEPS),
            new ChunkIndex.Item("g:in:0:41:aa", 41, 1, Written.WHOLE),
            new ChunkIndex.Item("g:in:0:42:bb", 42, 7, Written.RESET),
            new ChunkIndex.Item("g", 43, 0, Written.BATCH),
            new ChunkIndex.Item("ünders", Long.MAX_VALUE, 300, Written.OUTCOME));

    private static byte[] written() {
        ChunkIndex index = new ChunkIndex();
        for (ChunkIndex.Item item : ITEMS) {
            index.add(new KnownRun(item.runId(), item.lastOffset()), item.number(), item.what());
        }
        return index.toByteArray();
    }

    @Test
    void readsWhatItWrote() {
        assertThat(ChunkIndex.read("chunk 1", written())).isEqualTo(ITEMS);
        assertThat(ChunkIndex.read("chunk 1", new byte[0])).isEmpty();
    }

    @Test
    void keepsTheEndsOfIdsOnly() {
        ChunkIndex index = new ChunkIndex();
        index.add(new KnownRun("a".repeat(1_000) + "1", 1), 0, Written.STEPS);
        index.add(new KnownRun("a".repeat(1_000) + "2", 2), 0, Written.STEPS);
        assertThat(index.toByteArray()).hasSizeLessThan(1_050);
    }

    @Test
    void readsTheBeginningOfWhatIsCutOff() {
        byte[] whole = written();
        for (int length = 0; length < whole.length; length++) {
            List<ChunkIndex.Item> items = ChunkIndex.read("chunk 1", Arrays.copyOf(whole, length));
            assertThat(items).isEqualTo(ITEMS.subList(0, items.size())).hasSizeLessThan(ITEMS.size());
        }
    }
}
