package io.streamsboot.workflow.run.internal;

import io.streamsboot.workflow.StepCodec;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * What runs share. Thread-safe.
 *
 * @param codec how results of steps are kept
 * @param executor runs branches and steps with a timeout
 * @param clock the time
 * @param seeds where random numbers of runs begin
 * @param hooks who is told what happens
 * @param unreachable whether a failure to decode or encode comes from something that is not there for now
 */
public record RunSupport(
        StepCodec codec,
        ExecutorService executor,
        Clock clock,
        LongSupplier seeds,
        Hooks hooks,
        Predicate<Throwable> unreachable) {

    Probe probe() {
        return hooks.probe();
    }
}
