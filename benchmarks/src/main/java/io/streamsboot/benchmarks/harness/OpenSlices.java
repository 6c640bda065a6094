package io.streamsboot.benchmarks.harness;

import io.streamsboot.benchmarks.harness.Sliceable.Slices;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/** Contestants that have begun and stand still, apart from the one whose turn it is. Used by one thread. */
final class OpenSlices implements AutoCloseable {

    private static final Duration SLICE = Duration.ofMillis(250);

    /** What the first records of a turn cost is that they wake up what slept. */
    private static final Duration RUN_UP = Duration.ofMillis(60);

    private static final Duration STILL = Duration.ofMillis(30);
    private static final int TURNS = 20;
    private static final int FIRST_TURNS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Map<String, Slices> open = new LinkedHashMap<>();

    private OpenSlices() {}

    static OpenSlices of(String comparison, List<? extends Contestant> contestants) throws Exception {
        OpenSlices slices = new OpenSlices();
        try {
            for (Contestant contestant : contestants) {
                if (!(contestant instanceof Sliceable sliceable)) {
                    throw new IllegalArgumentException("contestant '" + contestant.name() + "' of comparison '"
                            + comparison + "' cannot be paused; leave out --slices, or choose others with --only");
                }
                slices.open.put(contestant.name(), sliceable.open());
            }
            return slices;
        } catch (Exception | Error e) {
            slices.close();
            throw e;
        }
    }

    /** All turns of a round, in mirrored order, added up by contestant; without the first ones. */
    Map<String, Measurement> takeTurns() {
        Map<String, Measurement> sums = new HashMap<>();
        for (int turn = -FIRST_TURNS; turn < TURNS; turn++) {
            for (String contestant : Rounds.order(List.copyOf(open.keySet()), Math.abs(turn))) {
                Measurement taken = take(contestant);
                if (turn >= 0) {
                    sums.merge(contestant, taken, Measurement::plus);
                }
            }
        }
        return sums;
    }

    private Measurement take(String contestant) {
        Slices slices = Objects.requireNonNull(open.get(contestant));
        long before = slices.records();
        slices.resume();
        awaitProgress(contestant, slices, before);
        LockSupport.parkNanos(RUN_UP.toNanos());
        long records = slices.records();
        long cpu = ProcessorTime.ofProcess();
        long threadCpu = slices.threadCpuNanos();
        long begin = System.nanoTime();
        LockSupport.parkNanos(SLICE.toNanos());
        long done = slices.records() - records;
        long nanos = System.nanoTime() - begin;
        long threadSpent = slices.threadCpuNanos() - threadCpu;
        long spent = ProcessorTime.ofProcess() - cpu;
        slices.pause();
        awaitStandstill(slices);
        if (done == 0) {
            throw atItsEnd(contestant);
        }
        return new Measurement(done, nanos, spent, threadSpent);
    }

    private static void awaitProgress(String contestant, Slices slices, long before) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (slices.records() == before) {
            if (System.nanoTime() - deadline > 0) {
                throw atItsEnd(contestant);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static IllegalStateException atItsEnd(String contestant) {
        return new IllegalStateException("contestant '" + contestant
                + "' does not go on, most likely because its input is at its end; ask for more --records");
    }

    private static void awaitStandstill(Slices slices) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        long seen;
        do {
            seen = slices.records();
            LockSupport.parkNanos(STILL.toNanos());
        } while (slices.records() != seen && System.nanoTime() - deadline < 0);
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (Slices slices : open.values()) {
            try {
                slices.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
