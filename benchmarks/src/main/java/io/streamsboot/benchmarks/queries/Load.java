package io.streamsboot.benchmarks.queries;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Asks for random keys on a fixed number of connections, each of which sends the next question when it has the answer.
 *
 * @param port port of the application
 * @param prefix path and query before the key
 * @param keys keys that are asked for
 * @param connections number of connections
 */
record Load(int port, String prefix, List<String> keys, int connections) {

    /**
     * What came of it.
     *
     * @param perSecond answers per second
     * @param latencies time of each answer in nanoseconds, sorted
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Result(double perSecond, long[] latencies) {

        /** The time in microseconds that a share of the answers did not exceed. */
        double micros(double share) {
            return latencies[(int) Math.min(latencies.length - 1, Math.ceil(share * latencies.length) - 1)] / 1e3;
        }
    }

    /** Asks for some time. */
    Result run(Duration time) throws InterruptedException, ExecutionException {
        return run(time, Integer.MAX_VALUE);
    }

    /** Asks until there are so many answers: what a compiler has seen is a matter of calls, not of seconds. */
    void warmUp(int answers, Duration most) throws InterruptedException, ExecutionException {
        run(most, answers / connections);
    }

    private Result run(Duration time, int most) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            long begin = System.nanoTime();
            List<Future<long[]>> running = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                SplittableRandom random = new SplittableRandom(i);
                running.add(threads.submit(() -> ask(random, begin + time.toNanos(), most)));
            }
            List<long[]> all = new ArrayList<>();
            for (Future<long[]> one : running) {
                all.add(one.get());
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            long[] latencies =
                    all.stream().flatMapToLong(Arrays::stream).sorted().toArray();
            return new Result(latencies.length / seconds, latencies);
        } finally {
            threads.shutdownNow();
        }
    }

    private long[] ask(SplittableRandom random, long end, int most) throws Exception {
        long[] latencies = new long[1 << 16];
        int count = 0;
        try (Connection connection = new Connection(port)) {
            for (long now = System.nanoTime(); now - end < 0 && count < most; ) {
                Connection.Response response = connection.get(prefix + keys.get(random.nextInt(keys.size())));
                if (response.status() != 200) {
                    throw new IllegalStateException(prefix + ": " + response);
                }
                long then = System.nanoTime();
                if (count == latencies.length) {
                    latencies = Arrays.copyOf(latencies, 2 * count);
                }
                latencies[count++] = then - now;
                now = then;
            }
        }
        return Arrays.copyOf(latencies, count);
    }
}
