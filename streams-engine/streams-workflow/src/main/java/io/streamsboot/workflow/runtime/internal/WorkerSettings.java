package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.StepCodec;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.run.internal.Hooks;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a worker is given.
 *
 * @param kafka settings of its clients
 * @param journal the journal; null if the workflow is not durable
 * @param codec how results of steps are kept
 * @param drainPatience how long runs may go on when their partition is taken away
 * @param unreachable whether a failure to decode or encode comes from something that is not there for now
 * @param clock the time
 * @param hooks who is told what happens
 */
public record WorkerSettings(
        Map<String, Object> kafka,
        @Nullable Journal journal,
        StepCodec codec,
        Duration drainPatience,
        Predicate<Throwable> unreachable,
        Clock clock,
        Hooks hooks) {

    public WorkerSettings {
        kafka = Map.copyOf(kafka);
    }
}
