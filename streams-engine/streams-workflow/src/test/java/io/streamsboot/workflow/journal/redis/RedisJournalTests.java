package io.streamsboot.workflow.journal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.streamsboot.workflow.WorkflowException;
import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalEntry.Completion;
import io.streamsboot.workflow.journal.JournalEntry.StepResult;
import io.streamsboot.workflow.journal.JournalException;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.JournalScope;
import io.streamsboot.workflow.testing.JournalContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class RedisJournalTests {

    private static TestRedis redis;

    private final JournalScope scope = new JournalScope("w", "g-" + UUID.randomUUID(), new TopicPartition("in", 0), 10);

    @BeforeAll
    static void start(@TempDir Path directory) {
        redis = TestRedis.start(directory);
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @TestFactory
    Stream<DynamicTest> contract() {
        return contract(redis.journal());
    }

    private static Stream<DynamicTest> contract(RedisJournal journal) {
        return new JournalContract(() -> journal, topic -> {})
                .checks().stream()
                        .map(check ->
                                dynamicTest(check.name(), () -> check.body().run()))
                        .onClose(journal::close);
    }

    @Test
    void worksOnACluster(@TempDir Path directory) {
        try (TestRedis node = TestRedis.start(directory, "cluster-enabled yes")) {
            node.ask(commands ->
                    commands.clusterAddSlots(IntStream.range(0, 16_384).toArray()));
            await().until(() -> node.ask(commands -> commands.clusterInfo()).contains("cluster_state:ok"));
            RedisClusterClient client = RedisClusterClient.create(RedisURI.create("127.0.0.1", node.port()));
            try (RedisJournal journal = RedisJournal.of(client, RedisJournalOptions.DEFAULT)) {
                for (int offset = 0; offset < 3; offset++) {
                    done(journal.open(scope).append(run("r" + offset, offset * 10_000L)));
                }
                JournalPartition found = journal.open(scope);
                assertThat(found.contains("r0")).isTrue();
                assertThat(found.find("r2").toCompletableFuture().join().steps())
                        .containsOnlyKeys("s");
            } finally {
                client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            }
        }
    }

    /** Two processes: the one that was followed is told so with its next write. */
    @Test
    void refusesAnOwnerThatWasFollowed() {
        try (RedisJournal one = redis.journal();
                RedisJournal two = redis.journal()) {
            JournalPartition zombie = one.open(scope);
            done(zombie.append(run("r", 1)));
            JournalPartition owner = two.open(scope);
            assertThatThrownBy(() -> done(zombie.append(step("r", "late"))))
                    .isInstanceOf(JournalException.Fenced.class);
            done(owner.append(step("r", "theirs")));
            assertThat(two.open(scope).find("r").toCompletableFuture().join().steps())
                    .containsOnlyKeys("s", "theirs");
            assertThat(owner.fencingToken()).isGreaterThan(zombie.fencingToken());
        }
    }

    @Test
    void theOwnerGoesOnWhenTheServerHasForgottenItsLease() {
        try (RedisJournal journal = redis.journal()) {
            JournalPartition owner = journal.open(scope);
            done(owner.append(run("lost", 1)));
            Keys keys = Keys.of(RedisJournalOptions.DEFAULT.keyPrefix(), scope);
            redis.ask(commands -> commands.del(
                    keys.base() + "lease", keys.base() + "buckets", keys.base() + "index:0", keys.base() + "chunks:0"));
            assertThat(owner.find("lost").toCompletableFuture().join()).isNull();
            done(owner.append(run("lost", 1)));
            assertThat(owner.find("lost").toCompletableFuture().join().steps()).containsOnlyKeys("s");
            String lease = redis.ask(commands -> commands.get(keys.base() + "lease"));
            assertThat(lease).isEqualTo("" + owner.fencingToken());
        }
    }

    @Test
    void writesInGroupsAndReadsNothingOfNewRuns() {
        try (RedisJournal journal = redis.journal()) {
            JournalPartition owner = journal.open(scope);
            redis.ask(commands -> commands.configResetstat());
            List<CompletableFuture<?>> writes = new ArrayList<>();
            for (int offset = 0; offset < 2_000; offset++) {
                writes.add(owner.append(run("r" + offset, offset)).toCompletableFuture());
            }
            CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).join();
            String stats = redis.ask(commands -> commands.info("commandstats"));
            assertThat(calls(stats, "evalsha")).isBetween(1L, 500L);
            assertThat(calls(stats, "hset")).isEqualTo(2 * calls(stats, "evalsha"));
            assertThat(calls(stats, "hget")).isZero();
            assertThat(calls(stats, "hgetall")).isZero();
        }
    }

    private static long calls(String stats, String command) {
        return stats.lines()
                .filter(line -> line.startsWith("cmdstat_" + command + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                .sum();
    }

    @Test
    void keepsOnlyOutcomesOfWhatIsCommittedAndEverythingEnds() {
        Keys keys = Keys.of(RedisJournalOptions.DEFAULT.keyPrefix(), scope);
        try (RedisJournal journal = redis.journal()) {
            JournalPartition owner = journal.open(scope);
            for (int offset = 0; offset < 20; offset++) {
                done(owner.append(run("r" + offset, offset)));
                done(owner.append(List.of(new Completion("r" + offset, new byte[] {1}))));
            }
            done(owner.append(run("open", 20)));
            owner.committed(20);
            // Ten outcomes within the window, and the step of the run that is not committed.
            await().until(() -> chunks(keys) == 11);
            List<String> all = redis.ask(commands -> commands.keys("*" + scope.group() + "*"));
            assertThat(all).hasSize(4).allMatch(key -> redis.<Long>ask(commands -> commands.pttl(key)) > 0);
            JournalPartition next = journal.open(scope);
            assertThat(next.contains("r9")).isFalse();
            assertThat(next.find("r10").toCompletableFuture().join().outcome()).containsExactly(1);
            done(next.append(List.of(new Completion("open", new byte[] {2}))));
            next.committed(50_000);
            done(next.append(run("far", 50_000)));
            assertThat(next.contains("open")).isTrue();
        }
    }

    private static long chunks(Keys keys) {
        long indexes = redis.<Long>ask(commands -> commands.hlen(keys.base() + "index:0"));
        assertThat(redis.<Long>ask(commands -> commands.hlen(keys.base() + "chunks:0")))
                .isEqualTo(indexes);
        return indexes;
    }

    @Test
    void whatWasWrittenTogetherGoesTogether() {
        Keys keys = Keys.of(RedisJournalOptions.DEFAULT.keyPrefix(), scope);
        try (RedisJournal journal = redis.journal()) {
            JournalPartition owner = journal.open(scope);
            done(owner.append(run("first", 0)));
            List<CompletableFuture<?>> writes = new ArrayList<>();
            // So many that some are gathered, however slow it is here.
            for (int offset = 1; offset <= 200; offset++) {
                writes.add(owner.append(run("r" + offset, offset)).toCompletableFuture());
            }
            CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).join();
            long together = chunks(keys) - 1;
            owner.committed(200);
            await().until(() -> chunks(keys) == 1);
            assertThat(together).isLessThan(200);
            JournalPartition next = journal.open(scope);
            assertThat(next.find("r200").toCompletableFuture().join().steps()).containsOnlyKeys("s");
            done(next.append(run("r201", 201)));
            assertThat(next.find("r200").toCompletableFuture().join().steps()).containsOnlyKeys("s");
            assertThat(next.find("r201").toCompletableFuture().join().steps()).containsOnlyKeys("s");
            next.committed(202);
            await().until(() -> chunks(keys) == 0);
        }
    }

    @Test
    void isUnavailableWhileTheServerCannotWrite() {
        try (RedisJournal journal = redis.journal()) {
            JournalPartition owner = journal.open(scope);
            redis.ask(commands -> commands.replicaof("127.0.0.1", 1));
            try {
                assertThatThrownBy(() -> done(owner.append(run("r", 1))))
                        .isInstanceOf(JournalException.Unavailable.class)
                        .hasMessageContaining("READONLY");
            } finally {
                redis.ask(commands -> commands.replicaofNoOne());
            }
            redis.ask(commands -> commands.configSet("maxmemory", "1"));
            try {
                assertThatThrownBy(() -> done(owner.append(run("r", 1))))
                        .isInstanceOf(JournalException.Unavailable.class)
                        .hasMessageContaining("OOM");
            } finally {
                redis.ask(commands -> commands.configSet("maxmemory", "0"));
            }
            done(owner.append(run("r", 1)));
        }
    }

    @Test
    void saysAtOnceThatTheServerIsGoneAndFindsItAgain(@TempDir Path directory) {
        try (TestRedis other = TestRedis.start(directory);
                RedisJournal journal = other.journal()) {
            JournalPartition owner = journal.open(scope);
            done(owner.append(run("before", 1)));
            other.stop();
            await().pollInterval(Duration.ofMillis(20)).untilAsserted(() -> {
                long begin = System.nanoTime();
                assertThatThrownBy(() -> done(owner.append(run("during", 2))))
                        .isInstanceOf(JournalException.Unavailable.class)
                        .hasMessageContaining("no connection");
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMillis(500));
            });
            other.startAgain();
            await().atMost(Duration.ofSeconds(20))
                    .ignoreExceptionsInstanceOf(JournalException.Unavailable.class)
                    .until(() -> {
                        done(owner.append(run("after", 3)));
                        return true;
                    });
            JournalPartition next = journal.open(scope);
            assertThat(next.contains("before")).isTrue();
            assertThat(next.contains("after")).isTrue();
        }
    }

    @Test
    void refusesAServerThatEvicts(@TempDir Path directory) {
        try (TestRedis evicting = TestRedis.start(directory, "maxmemory-policy allkeys-lru");
                RedisJournal journal = evicting.journal()) {
            assertThatThrownBy(() -> journal.open(scope))
                    .isInstanceOf(WorkflowException.class)
                    .hasMessageContaining("allkeys-lru");
        }
    }

    @Test
    void refusesAValueThatIsTooLarge() {
        try (RedisJournal journal =
                RedisJournal.of(redis.client(), RedisJournalOptions.DEFAULT.withMaxEntryBytes(1_000))) {
            JournalPartition owner = journal.open(scope);
            List<JournalEntry> large =
                    List.of(new Claim("r", 1, 1, 0, 0, List.of()), new StepResult("r", "s", 'v', new byte[1_000]));
            assertThatThrownBy(() -> done(owner.append(large))).isInstanceOf(JournalException.Rejected.class);
            done(owner.append(run("r", 1)));
        }
    }

    private static List<JournalEntry> run(String runId, long offset) {
        return List.of(
                new Claim(runId, offset, offset, 0, 0, List.of()), new StepResult(runId, "s", 'v', new byte[] {'1'}));
    }

    private static List<JournalEntry> step(String runId, String name) {
        return List.of(new StepResult(runId, name, 'v', new byte[] {'1'}));
    }

    private static void done(java.util.concurrent.CompletionStage<?> stage) {
        try {
            stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof JournalException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
