package io.streamsboot.workflow.run.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.StepCodec;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.JournalException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Hours of waiting, in no time. */
class HoldingTests {

    private static final RecordCodec<String> LOCAL = RecordCodec.string();
    private static final RecordCodec<byte[]> REMOTE =
            RecordCodec.of(Serdes.serdeFrom(new ByteArraySerializer() {}, new ByteArrayDeserializer()));
    private static final Duration REGISTRY_TIMEOUT = Duration.ofSeconds(7);

    private final List<Duration> pauses = new ArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final HoldListener listener = new HoldListener() {
        @Override
        public void held(String reason, Throwable cause) {
            told.add(reason);
        }

        @Override
        public void released() {
            told.add("released");
        }
    };
    private final RunSupport support = new RunSupport(
            StepCodec.json(JsonMapper.shared()),
            ForkJoinPool.commonPool(),
            Clock.systemUTC(),
            () -> 1,
            Hooks.NONE,
            failure -> failure instanceof IllegalStateException);
    private final Run run = new Run(
            WorkflowDefinition.builder("w")
                    .from("a", RecordCodec.string())
                    .to("b", RecordCodec.string())
                    .handler((value, context) -> value),
            List.of(new ConsumerRecord<>("a", 0, 0, new byte[0], new byte[0])),
            null,
            null,
            support,
            listener);
    private final Holding holding = new Holding(run, support, listener, (end, most) -> {
        if (end.isDone()) {
            end.get();
            return;
        }
        pauses.add(most);
        throw new TimeoutException();
    });

    private Duration waited() {
        return pauses.stream().reduce(Duration.ZERO, Duration::plus);
    }

    @Test
    void asksAJournalThatIsAwayForTwoMinutesAfterGrowingPauses() {
        String answer = holding.journaled(() -> waited().compareTo(Duration.ofMinutes(2)) < 0
                ? CompletableFuture.failedFuture(new JournalException.Unavailable("away", null))
                : CompletableFuture.completedFuture("back"));
        assertThat(answer).isEqualTo("back");
        assertThat(pauses)
                .startsWith(
                        Duration.ofMillis(100),
                        Duration.ofMillis(200),
                        Duration.ofMillis(400),
                        Duration.ofMillis(800),
                        Duration.ofMillis(1_600),
                        Duration.ofMillis(3_200),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5))
                .allMatch(pause -> pause.compareTo(Duration.ofSeconds(5)) <= 0);
        assertThat(told)
                .hasSize(pauses.size() + 1)
                .startsWith("store_unavailable")
                .endsWith("released");
        assertThat(run.attempts()).isZero();
    }

    @Test
    void asksAJournalThatFailsTwentyTimesAndNoMore() {
        AtomicInteger asked = new AtomicInteger();
        assertThatThrownBy(() -> holding.journaled(() -> {
                    asked.incrementAndGet();
                    return CompletableFuture.failedFuture(new JournalException.Failing("broken", null));
                }))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(asked).hasValue(20);
    }

    @Test
    void doesNotAskAgainWhatIsRefusedForGood() {
        assertThatThrownBy(() -> holding.journaled(
                        () -> CompletableFuture.failedFuture(new JournalException.Rejected("too large", null))))
                .isInstanceOf(JournalException.Rejected.class);
        assertThat(pauses).isEmpty();
    }

    @Test
    void saysThatItWaitsForAnAnswerThatTakesLong() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        CompletableFuture<String> found = CompletableFuture.supplyAsync(() -> holding.<String>journaled(() -> answer));
        await().until(() -> {
            holding.patience().look(System.nanoTime() + Duration.ofMillis(500).toNanos());
            return !told.isEmpty();
        });
        holding.patience().look(System.nanoTime() + Duration.ofMillis(900).toNanos());
        answer.complete("late");
        assertThat(found.join()).isEqualTo("late");
        assertThat(told).containsExactly("store_unavailable", "released");
    }

    @Test
    void saysNothingOfAnAnswerThatComesSoon() {
        Patience patience = holding.patience();
        patience.begins(0);
        patience.look(Duration.ofMillis(499).toNanos());
        patience.ends();
        patience.look(Duration.ofMillis(501).toNanos());
        assertThat(told).isEmpty();
    }

    @Test
    void endsWithTheRun() {
        Holding ended = new Holding(run, support, listener, (end, most) -> run.cancel());
        assertThatThrownBy(() -> ended.journaled(
                        () -> CompletableFuture.failedFuture(new JournalException.Unavailable("away", null))))
                .isInstanceOf(RunAbandoned.class);
    }

    @Test
    void waitsForASchemaRegistryButNotForWhatIsWrong() {
        AtomicInteger asked = new AtomicInteger();
        assertThat(holding.<Integer>reachable(LOCAL, REGISTRY_TIMEOUT, () -> {
                    if (asked.incrementAndGet() < 5) {
                        throw new IllegalStateException("away");
                    }
                    return asked.get();
                }))
                .isEqualTo(5);
        assertThat(told).contains("schema_registry").endsWith("released");
        assertThatThrownBy(() -> holding.reachable(LOCAL, REGISTRY_TIMEOUT, () -> {
                    throw new IllegalArgumentException("no such schema");
                }))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void holdsARecordWhoseRegistryTakesTooLongToAnswer() {
        CountDownLatch late = new CountDownLatch(1);
        Holding slow = new Holding(run, support, listener, (end, most) -> {
            assertThat(most).isEqualTo(REGISTRY_TIMEOUT);
            late.countDown();
            throw new TimeoutException();
        });
        assertThat(slow.<String>reachable(REMOTE, REGISTRY_TIMEOUT, () -> {
                    awaitUninterrupted(late);
                    return "late";
                }))
                .isEqualTo("late");
        assertThat(told).containsExactly("schema_registry", "released");
    }

    @Test
    void doesNotWaitForARegistryWhenItsRunIsGivenUp() {
        CountDownLatch never = new CountDownLatch(1);
        Holding ended = new Holding(run, support, listener, (end, most) -> run.cancel());
        assertThatThrownBy(() -> ended.reachable(REMOTE, REGISTRY_TIMEOUT, () -> {
                    awaitUninterrupted(never);
                    return "never";
                }))
                .isInstanceOf(RunAbandoned.class);
        never.countDown();
    }

    @Test
    void doesNotWaitForASchemaThatIsNotKnown() {
        Holding patient = new Holding(run, support, listener, (end, most) -> end.get());
        assertThatThrownBy(() -> patient.reachable(REMOTE, REGISTRY_TIMEOUT, () -> {
                    throw new IllegalArgumentException("no such schema");
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(told).isEmpty();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
