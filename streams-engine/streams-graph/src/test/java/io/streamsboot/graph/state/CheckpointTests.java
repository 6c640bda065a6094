package io.streamsboot.graph.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.graph.Run;
import io.streamsboot.graph.StateException;
import io.streamsboot.graph.UserCodeException;
import io.streamsboot.graph.operator.Codec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are taken up again, and where their state is kept. */
class CheckpointTests {

    private static final Graph<Long, Double> GRAPH =
            Graph.define(Long.class, g -> g.number(v -> v).sma(3).cumsum());

    private static final List<Long> RECORDS = LongStream.range(0, 500).boxed().toList();

    @TempDir
    private Path directory;

    /** Dies instead of saving now and then, before or after the bytes are written. */
    private static final class Dying implements StateStore {

        private final StateStore store;
        private final Random random;

        Dying(StateStore store, Random random) {
            this.store = store;
            this.random = random;
        }

        @Override
        public void save(String name, byte[] bytes) {
            int fate = random.nextInt(10);
            if (fate == 0) {
                throw new StateException("died before saving", null);
            }
            store.save(name, bytes);
            if (fate == 1) {
                throw new StateException("died after saving", null);
            }
        }

        @Override
        public byte[] load(String name) {
            return store.load(name);
        }

        @Override
        public Set<String> names() {
            return store.names();
        }

        @Override
        public void delete(String name) {
            store.delete(name);
        }
    }

    @Test
    void aCrashAtAnyPointNeverMixesInputAndState() {
        Map<Integer, Double> expected = new TreeMap<>();
        Run<Long> plain = GRAPH.start(step -> {
            if (step.isPresent()) {
                expected.put(Math.toIntExact(step.record()), step.asDouble());
            }
        });
        RECORDS.forEach(plain::accept);

        Map<Integer, Double> actual = new TreeMap<>();
        var random = new Random(3);
        var store = new Dying(new FileStateStore(directory), random);
        int crashes = 0;
        boolean done = false;
        while (!done) {
            var run = CheckpointedRun.open(
                    "crashing",
                    GRAPH.start(step -> {
                        if (step.isPresent()) {
                            actual.put(Math.toIntExact(step.record()), step.asDouble());
                        }
                    }),
                    store,
                    CheckpointPolicy.everyRecords(1 + random.nextInt(5)));
            try {
                int from = run.cursor() == null ? 0 : Integer.parseInt(run.cursor());
                for (int i = from; i < RECORDS.size(); i++) {
                    run.accept(RECORDS.get(i), Integer.toString(i + 1));
                    if (random.nextInt(40) == 0) {
                        throw new StateException("died between checkpoints", null);
                    }
                }
                done = true;
            } catch (StateException e) {
                crashes++;
            }
        }

        assertThat(crashes).isGreaterThan(10);
        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void keyedRunsAreKeptWithTheirBuffers() {
        var runner = GRAPH.<String>keyed(v -> "k" + v % 3, OutOfOrder.error()).codecs(Codec.string(), Codec.int64());
        List<Double> expected = runner.over(RECORDS).map(v -> v.value()).toList();
        var store = new FileStateStore(directory);
        var actual = new ArrayList<Double>();

        for (int from = 0; from < RECORDS.size(); from += 50) {
            var run = CheckpointedRun.open(
                    "keyed",
                    runner.start((key, step) -> {
                        if (step.isPresent()) {
                            actual.add(step.asDouble());
                        }
                    }),
                    store,
                    CheckpointPolicy.manual());
            assertThat(run.cursor()).isEqualTo(from == 0 ? null : Integer.toString(from));
            for (int i = from; i < from + 50; i++) {
                run.accept(RECORDS.get(i), Integer.toString(i + 1));
            }
            run.checkpoint();
        }

        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void policiesSayWhenACheckpointIsDue() {
        assertThat(checkpoints(CheckpointPolicy.everyRecords(4))).containsExactly(3, 7, 11);
        assertThat(checkpoints(CheckpointPolicy.every(Duration.ofSeconds(3)))).containsExactly(2, 5, 8, 11);
        assertThat(checkpoints(CheckpointPolicy.either(2, Duration.ofSeconds(3))))
                .containsExactly(1, 3, 5, 7, 9, 11);
        assertThat(checkpoints(CheckpointPolicy.manual())).isEmpty();
        assertThatThrownBy(() -> CheckpointPolicy.everyRecords(0)).isInstanceOf(IllegalArgumentException.class);
    }

    private List<Integer> checkpoints(CheckpointPolicy policy) {
        long[] now = new long[1];
        var cursors = new FileCursorStore(directory.resolve("cursors"));
        var store = new FileStateStore(directory.resolve("policies"));
        store.delete("policy");
        var run = CheckpointedRun.open("policy", GRAPH.start(step -> {}), store, policy, cursors, () -> now[0]);
        var at = new ArrayList<Integer>();
        for (int i = 0; i < 12; i++) {
            now[0] += 1_000_000_000L;
            long before = run.checkpoints();
            run.accept((long) i, "behind " + i);
            if (run.checkpoints() > before) {
                at.add(i);
                assertThat(cursors.load("policy")).isEqualTo("behind " + i);
            }
        }
        return at;
    }

    @Test
    void aRecordThatFailsIsPassed() {
        Graph<Long, Double> failing = Graph.define(
                Long.class, g -> g.value(v -> v).mapToNumber(v -> 12 / v).cumsum());
        var store = new FileStateStore(directory);
        var run = CheckpointedRun.open("failing", failing.start(step -> {}), store, CheckpointPolicy.everyRecords(1));
        run.accept(1L, "1");

        assertThatThrownBy(() -> run.accept(0L, "2")).isInstanceOf(UserCodeException.class);

        assertThat(CheckpointedRun.open("failing", failing.start(step -> {}), store, CheckpointPolicy.manual())
                        .cursor())
                .isEqualTo("2");
        run.finish();
        assertThat(store.names()).isEmpty();
    }

    @Test
    void namesNeverShareAFileAndMayContainAnything() {
        var store = new FileStateStore(directory);
        var names = new HashSet<>(List.of("a/b", "a_b", "A_B", "a b", "ä", "..", "a.b", "a%b", "_61", "a"));
        Map<String, byte[]> expected = new HashMap<>();
        for (String name : names) {
            expected.put(name, name.getBytes(StandardCharsets.UTF_8));
            store.save(name, expected.get(name));
        }

        assertThat(store.names()).isEqualTo(names);
        names.forEach(name -> assertThat(store.load(name)).isEqualTo(expected.get(name)));
        store.delete("..");
        store.delete("..");
        assertThat(store.load("..")).isNull();
        assertThatThrownBy(() -> store.save(" ", new byte[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.save("x".repeat(300), new byte[0])).hasMessageContaining("too long");
    }

    @Test
    void anUnfinishedFileIsNoStateAndADamagedOneIsRefused() throws IOException {
        var store = new FileStateStore(directory);
        Files.write(directory.resolve("torn.state.tmp"), new byte[] {1, 2, 3});
        assertThat(store.names()).isEmpty();
        assertThat(store.load("torn")).isNull();

        var snapshot = new Snapshot("17", new byte[] {1, 2, 3});
        byte[] bytes = snapshot.toBytes();
        assertThat(Snapshot.fromBytes(bytes).cursor()).isEqualTo("17");
        assertThat(Snapshot.fromBytes(bytes).state()).containsExactly(1, 2, 3);
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 4;
            assertThatThrownBy(() -> Snapshot.fromBytes(damaged)).isInstanceOf(StateException.class);
        }
        store.save("torn", new byte[] {9});
        assertThatThrownBy(
                        () -> CheckpointedRun.open("torn", GRAPH.start(step -> {}), store, CheckpointPolicy.manual()))
                .isInstanceOf(StateException.class);
    }
}
