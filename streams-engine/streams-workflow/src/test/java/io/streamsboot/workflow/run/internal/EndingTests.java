package io.streamsboot.workflow.run.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.StepCodec;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalException;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.RunRecord;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** An attempt whose outcome is not durable yet when its handler has returned. */
class EndingTests {

    private final Answering journal = new Answering();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<RunResult> ended = new CopyOnWriteArrayList<>();
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
    private final Run run = new Run(
            WorkflowDefinition.builder("w")
                    .from("a", RecordCodec.string())
                    .to("b", RecordCodec.string())
                    .handler((value, context) -> value),
            List.of(new ConsumerRecord<>("a", 0, 0, new byte[0], new byte[0])),
            null,
            journal,
            new RunSupport(
                    StepCodec.json(JsonMapper.shared()),
                    ForkJoinPool.commonPool(),
                    Clock.systemUTC(),
                    () -> 1,
                    Hooks.NONE,
                    failure -> false),
            listener);

    /** Takes entries, and says that they are durable when it is told to. */
    private static final class Answering implements JournalPartition {

        private final Deque<CompletableFuture<Void>> answers = new ArrayDeque<>();

        @Override
        public long fencingToken() {
            return 1;
        }

        @Override
        public boolean contains(String runId) {
            return false;
        }

        @Override
        public CompletionStage<RunRecord> find(String runId) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public Collection<JournalEntry.Claim> unfinishedBatches() {
            return List.of();
        }

        @Override
        public synchronized CompletionStage<Void> append(List<JournalEntry> entries) {
            CompletableFuture<Void> answer = new CompletableFuture<>();
            answers.add(answer);
            return answer;
        }

        private synchronized int asked() {
            return answers.size();
        }

        private synchronized CompletableFuture<Void> last() {
            return answers.getLast();
        }

        @Override
        public void committed(long offset) {
            // Nothing is trimmed.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    @Test
    void keepsNoThreadUntilItsOutcomeIsDurable() {
        run.attempt(ended::add);
        assertThat(ended).isEmpty();
        journal.last().complete(null);
        assertThat(ended).singleElement().isInstanceOf(RunResult.Completed.class);
        assertThat(told).isEmpty();
    }

    @Test
    void saysThatItWaitsForLong() {
        run.attempt(ended::add);
        run.look(System.nanoTime() + Duration.ofMillis(600).toNanos());
        run.look(System.nanoTime() + Duration.ofMillis(700).toNanos());
        assertThat(told).containsExactly("store_unavailable");
        journal.last().complete(null);
        assertThat(told).containsExactly("store_unavailable", "released");
        assertThat(ended).hasSize(1);
    }

    @Test
    void writesItsOutcomeAgainUntilTheJournalTakesIt() {
        run.attempt(ended::add);
        journal.last().completeExceptionally(new JournalException.Unavailable("away", null));
        await().until(() -> journal.asked() == 2);
        assertThat(ended).isEmpty();
        journal.last().complete(null);
        await().until(() -> !ended.isEmpty());
        assertThat(ended).singleElement().isInstanceOf(RunResult.Completed.class);
        assertThat(told).containsExactly("store_unavailable", "released");
    }

    @Test
    void failsWithAnOutcomeThatTheJournalRefusesForGood() {
        run.attempt(ended::add);
        journal.last().completeExceptionally(new JournalException.Rejected("too large", null));
        await().until(() -> !ended.isEmpty());
        assertThat(ended)
                .singleElement()
                .isInstanceOfSatisfying(
                        RunResult.Failed.class,
                        failed -> assertThat(failed.permanent()).isTrue());
    }

    @Test
    void endsAtOnceWhenItIsGivenUp() {
        run.attempt(ended::add);
        run.cancel();
        assertThat(ended).singleElement().isInstanceOf(RunResult.Abandoned.class);
        journal.last().complete(null);
        assertThat(ended).hasSize(1);
    }
}
