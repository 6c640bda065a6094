package io.streamsboot.workflow.journal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.internal.EntryFormat;
import io.streamsboot.workflow.journal.internal.FieldWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ChunkReaderTests {

    private static final List<String> RUNS = List.of("g:in:0:1:aa", "g:in:0:2:bb", "g:in:0:3:cc");

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.streamsboot.workflow.journal.redis");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void forget() {
        logger.detachAppender(log);
    }

    private static byte[] chunk() {
        FieldWriter out = new FieldWriter(64);
        for (String run : RUNS) {
            out.field(EntryFormat.write(
                    1, List.of(new JournalEntry.Completion(run, run.getBytes(StandardCharsets.UTF_8)))));
        }
        return out.toByteArray();
    }

    @Test
    void readsAllEntries() {
        assertThat(ChunkReader.entries("chunk 1", chunk())).containsOnlyKeys(RUNS);
        assertThat(log.list).isEmpty();
    }

    @Test
    void tellsWhatCannotBeReadAndReadsTheRest() {
        byte[] damaged = chunk();
        // The version of the first entry, behind the length of its field.
        damaged[Integer.BYTES] = 99;

        Map<String, List<JournalEntry>> entries = ChunkReader.entries("chunk 7 of here", damaged);

        assertThat(entries).containsOnlyKeys(RUNS.subList(1, 3));
        assertThat(log.list).singleElement().asString().contains("chunk 7 of here cannot be read in 1 places");
    }

    @Test
    void takesEveryEndForDamageThatIsNotTheEndOfAnEntry() {
        byte[] whole = chunk();
        int entry = whole.length / RUNS.size();
        for (int length = 0; length < whole.length; length++) {
            log.list.clear();
            Map<String, List<JournalEntry>> entries = ChunkReader.entries("chunk", Arrays.copyOf(whole, length));
            assertThat(entries).containsOnlyKeys(RUNS.subList(0, length / entry));
            assertThat(log.list).hasSize(length % entry == 0 ? 0 : 1);
        }
    }

    @Test
    void anIndexThatIsCutOffIsTold() {
        ChunkIndex index = new ChunkIndex();
        index.add(new KnownRun("g", 1), 0, Written.STEPS);
        byte[] whole = index.toByteArray();

        assertThat(ChunkIndex.read("chunk 8 of here", Arrays.copyOf(whole, whole.length - 1)))
                .isEmpty();

        assertThat(log.list).singleElement().asString().contains("index of chunk 8 of here is damaged");
    }
}
