package io.streamsboot.graph.state;

import io.streamsboot.graph.Run;
import io.streamsboot.graph.UserCodeException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A run that can be taken up again after a crash. State and cursor are saved in one piece, so what is loaded always belongs to
 * the place in the input where it goes on:
 *
 * <pre>{@code
 * var run = CheckpointedRun.open("trend", graph.start(sink), store, CheckpointPolicy.everyRecords(1000));
 * for (Entry entry : source.from(run.cursor())) {      // null: from the beginning
 *     run.accept(entry.record(), entry.next());
 * }
 * }</pre>
 *
 * <p>What the sink was given since the last checkpoint it is given again: at least once. Not thread-safe.
 */
public final class CheckpointedRun<R> {

    private final String name;
    private final Run<R> run;
    private final StateStore store;
    private final CheckpointPolicy policy;
    private final @Nullable CursorStore cursors;
    private final LongSupplier nanoClock;
    private @Nullable String cursor;
    private long records;
    private long last;
    private long checkpoints;

    private CheckpointedRun(
            String name,
            Run<R> run,
            StateStore store,
            CheckpointPolicy policy,
            @Nullable CursorStore cursors,
            LongSupplier nanoClock) {
        this.name = name;
        this.run = run;
        this.store = store;
        this.policy = policy;
        this.cursors = cursors;
        this.nanoClock = nanoClock;
        this.last = nanoClock.getAsLong();
        byte[] bytes = store.load(name);
        if (bytes != null) {
            Snapshot snapshot = Snapshot.fromBytes(bytes);
            run.load(snapshot.state());
            this.cursor = snapshot.cursor();
        }
    }

    /** Takes up what is saved under {@code name}, or starts from the beginning. */
    public static <R> CheckpointedRun<R> open(String name, Run<R> run, StateStore store, CheckpointPolicy policy) {
        return new CheckpointedRun<>(name, run, store, policy, null, System::nanoTime);
    }

    /** Likewise, telling {@code cursors} of each checkpoint, and with a clock of nanoseconds for the policy. */
    public static <R> CheckpointedRun<R> open(
            String name,
            Run<R> run,
            StateStore store,
            CheckpointPolicy policy,
            CursorStore cursors,
            LongSupplier nanoClock) {
        return new CheckpointedRun<>(name, run, store, policy, cursors, nanoClock);
    }

    /** Where to go on in the input: behind the last record of the state; null for the beginning. */
    public @Nullable String cursor() {
        return cursor;
    }

    /**
     * Takes a record in, and a checkpoint if one is due. A record whose step fails counts as taken in: the cursor passes it,
     * and the exception is thrown after the checkpoint.
     *
     * @param behind cursor behind this record
     */
    public void accept(R record, String behind) {
        UserCodeException failed = null;
        try {
            run.accept(record);
        } catch (UserCodeException e) {
            failed = e;
        }
        cursor = behind;
        records++;
        if (policy.due(records, nanoClock.getAsLong() - last)) {
            try {
                checkpoint();
            } catch (RuntimeException e) {
                if (failed != null) {
                    e.addSuppressed(failed);
                }
                throw e;
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** Takes a checkpoint now. Before the first record there is nothing to save. */
    public void checkpoint() {
        String behind = cursor;
        if (behind == null) {
            return;
        }
        store.save(name, new Snapshot(behind, run.save()).toBytes());
        records = 0;
        last = nanoClock.getAsLong();
        checkpoints++;
        if (cursors != null) {
            cursors.save(name, behind);
        }
    }

    /** Ends the input and forgets what was saved: the next run of this name starts from the beginning. */
    public void finish() {
        run.finish();
        store.delete(name);
    }

    /** How many checkpoints were taken. */
    public long checkpoints() {
        return checkpoints;
    }
}
