package io.streamsboot.workflow.testing;

import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalEntry.Completion;
import io.streamsboot.workflow.journal.JournalEntry.Reset;
import io.streamsboot.workflow.journal.JournalEntry.StepResult;
import io.streamsboot.workflow.journal.JournalException;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.JournalScope;
import io.streamsboot.workflow.journal.RunRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What every journal must do, as checks that any test framework can run:
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> contract() {
 *     return new JournalContract(() -> journal, topic -> {}).checks().stream()
 *             .map(check -> dynamicTest(check.name(), check.body()::run));
 * }
 * }</pre>
 */
public final class JournalContract {

    private static final int WINDOW = 3;
    private static final long PATIENCE_SECONDS = 30;

    private final Supplier<Journal> journals;
    private final Consumer<String> prepare;

    /**
     * One check.
     *
     * @param name what a journal must do
     * @param body throws an {@code AssertionError} if it does not
     */
    public record Check(String name, Runnable body) {}

    /**
     * A kit.
     *
     * @param journals gives a journal over the same storage each time; the checks close none
     * @param prepare is given the name of each input topic before it is used; it has one partition
     */
    public JournalContract(Supplier<Journal> journals, Consumer<String> prepare) {
        this.journals = journals;
        this.prepare = prepare;
    }

    /** The checks, independent of each other. */
    public List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        add(checks, "knows nothing of a run that never was", this::unknown);
        add(checks, "reads back what the next owner needs", this::readsBack);
        add(checks, "keeps the last result of a step", this::lastResult);
        add(checks, "forgets steps at a reset", this::reset);
        add(checks, "keeps an outcome", this::outcome);
        add(checks, "refuses writes of an owner that was followed by another", this::fences);
        add(checks, "gives a greater token to each owner", this::tokens);
        add(checks, "remembers batches that have not ended", this::batches);
        add(checks, "keeps partitions apart", this::apart);
        add(checks, "trims below the committed offset only", this::trims);
        add(checks, "keeps a value of a megabyte or refuses it for good", this::large);
        return checks;
    }

    private void add(List<Check> checks, String name, Consumer<String> body) {
        checks.add(new Check(name, () -> {
            String topic = "contract-" + UUID.randomUUID();
            prepare.accept(topic);
            body.accept(topic);
        }));
    }

    private JournalPartition open(String topic) {
        return journals.get()
                .open(new JournalScope("contract", "group-" + topic, new TopicPartition(topic, 0), WINDOW));
    }

    private void unknown(String topic) {
        JournalPartition partition = open(topic);
        expect(!partition.contains("nobody"), "contains a run that never was");
        expect(found(partition, "nobody") == null, "finds a run that never was");
        expect(partition.fencingToken() >= 1, "the token must be at least 1");
    }

    private void readsBack(String topic) {
        JournalPartition before = open(topic);
        append(before, claim("a", 5), step("a", "one", "1"));
        append(before, step("a", "two", null));
        JournalPartition after = open(topic);
        expect(after.contains("a"), "the next owner does not know the run");
        RunRecord run = find(after, "a");
        expect(run.claim().equals(claim("a", 5)), "the claim is not what it was: " + run.claim());
        expect(run.outcome() == null, "there is an outcome that never was");
        expect("1".equals(text(run, "one")), "a result is not what it was");
        expect(run.steps().containsKey("two") && text(run, "two") == null, "a result of null is not what it was");
    }

    private void lastResult(String topic) {
        JournalPartition before = open(topic);
        append(before, claim("a", 1), step("a", "s", "old"));
        append(before, claim("a", 1), step("a", "s", "new"));
        expect("new".equals(text(find(before, "a"), "s")), "an older result is found by the same owner");
        expect("new".equals(text(find(open(topic), "a"), "s")), "an older result is found by the next owner");
    }

    private void reset(String topic) {
        JournalPartition before = open(topic);
        append(before, claim("a", 1), step("a", "s", "old"));
        append(before, new Reset("a"));
        append(before, step("a", "t", "new"));
        RunRecord run = find(open(topic), "a");
        expect(!run.steps().containsKey("s"), "a step is there that was reset");
        expect("new".equals(text(run, "t")), "a step after the reset is not there");
    }

    private void outcome(String topic) {
        JournalPartition before = open(topic);
        append(before, claim("a", 1), new Completion("a", bytes("done")));
        byte[] outcome = find(open(topic), "a").outcome();
        expect(outcome != null && "done".equals(new String(outcome, StandardCharsets.UTF_8)), "the outcome is lost");
    }

    private void fences(String topic) {
        JournalPartition before = open(topic);
        append(before, claim("a", 1), step("a", "s", "mine"));
        JournalPartition after = open(topic);
        try {
            append(before, step("a", "s", "zombie"), step("a", "z", "zombie"));
        } catch (JournalException.Fenced | JournalException.Unavailable e) {
            // As it should be, though a journal may take what nobody will ever read.
            expect(!(e instanceof JournalException.Rejected), "never");
        }
        append(after, step("a", "t", "theirs"));
        RunRecord run = find(open(topic), "a");
        expect("mine".equals(text(run, "s")), "an owner that was followed has changed a result");
        expect(!run.steps().containsKey("z"), "an owner that was followed has added a result");
        expect("theirs".equals(text(run, "t")), "the owner's own result is lost");
    }

    private void tokens(String topic) {
        long last = 0;
        for (int i = 0; i < 3; i++) {
            long token = open(topic).fencingToken();
            expect(token > last, "token " + token + " comes after " + last);
            last = token;
        }
    }

    private void batches(String topic) {
        JournalPartition before = open(topic);
        Claim begun = new Claim("b", 3, 7, 11, 12, List.of(3L, 5L, 7L));
        append(before, begun, step("b", "s", "1"));
        append(before, new Claim("c", 8, 9, 11, 12, List.of(8L, 9L)), new Completion("c", bytes("x")));
        append(before, claim("single", 10), step("single", "s", "1"));
        List<Claim> found = List.copyOf(open(topic).unfinishedBatches());
        expect(found.equals(List.of(begun)), "unfinished batches are " + found);
    }

    private void apart(String topic) {
        JournalPartition one = open(topic);
        append(one, claim("a", 1), step("a", "s", "1"));
        String other = topic + "-other";
        prepare.accept(other);
        expect(!open(other).contains("a"), "a run of another topic is known");
    }

    private void trims(String topic) {
        JournalPartition before = open(topic);
        for (int offset = 0; offset < 10; offset++) {
            String id = "run" + offset;
            append(before, claim(id, offset), step(id, "s", "1"), new Completion(id, bytes("x")));
        }
        append(before, claim("open", 11), step("open", "s", "1"));
        before.committed(8);
        JournalPartition after = open(topic);
        for (int offset = 5; offset < 10; offset++) {
            RunRecord run = found(after, "run" + offset);
            expect(run != null && run.outcome() != null, "the outcome at offset " + offset + " is gone");
        }
        expect(text(find(after, "run9"), "s") != null, "a step at or above the committed offset is gone");
        expect(text(find(after, "open"), "s") != null, "a step of an open run is gone");
        after.committed(8);
        expect(!after.contains("run0"), "an outcome outside of the window is still there");
    }

    private void large(String topic) {
        JournalPartition partition = open(topic);
        byte[] megabyte = new byte[1 << 20];
        try {
            append(partition, claim("a", 1), new StepResult("a", "s", 'v', megabyte));
        } catch (JournalException.Rejected e) {
            append(partition, claim("a", 1), step("a", "s", "small"));
            return;
        }
        StepResult found = Objects.requireNonNull(find(open(topic), "a").steps().get("s"));
        byte[] result = found.result();
        expect(result != null && result.length == megabyte.length, "a large result is not what it was");
    }

    private static RunRecord find(JournalPartition partition, String runId) {
        RunRecord run = found(partition, runId);
        if (run == null) {
            throw new AssertionError("run " + runId + " is not found");
        }
        return run;
    }

    private static @Nullable RunRecord found(JournalPartition partition, String runId) {
        return joined(partition.find(runId));
    }

    private static void append(JournalPartition partition, JournalEntry... entries) {
        joined(partition.append(List.of(entries)));
    }

    private static <T extends @Nullable Object> T joined(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture()
                    .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof JournalException failure) {
                throw failure;
            }
            throw e;
        }
    }

    private static Claim claim(String runId, long offset) {
        return new Claim(runId, offset, offset, 1_000 + offset, 77, List.of());
    }

    private static StepResult step(String runId, String name, @Nullable String result) {
        return new StepResult(runId, name, 'v', result == null ? null : bytes(result));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable String text(RunRecord run, String step) {
        StepResult found = run.steps().get(step);
        byte[] result = found == null ? null : found.result();
        return result == null ? null : new String(result, StandardCharsets.UTF_8);
    }

    private static void expect(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
