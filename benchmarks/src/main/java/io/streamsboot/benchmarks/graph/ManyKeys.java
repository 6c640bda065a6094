package io.streamsboot.benchmarks.graph;

import io.streamsboot.graph.KeyedRun;
import io.streamsboot.graph.OutOfOrder;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** SMA(20), EMA(50) and their cross for many keys on one heap; the argument is the number of keys. */
final class ManyKeys {

    private static final int KEYS = 1_000_000;
    private static final int ROUNDS = 60;

    private ManyKeys() {}

    /** Prints what it takes. */
    public static void main(String[] args) {
        print(args.length == 0 ? KEYS : Integer.parseInt(args[0]), System.out);
    }

    static void print(int keys, PrintStream out) {
        long[] present = new long[1];
        KeyedRun<Integer, Price> run = Averages.three()
                .<Integer>keyed(Price::key, OutOfOrder.error())
                .start((key, step) -> {
                    if (step.isPresent()) {
                        present[0]++;
                    }
                });
        long before = used();
        long begin = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            for (int key = 0; key < keys; key++) {
                run.accept(new Price(key, 100 + (round * 31 + key) % 17));
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        long after = used();
        out.printf(
                Locale.ROOT,
                "%,d keys: %,.0f MiB of heap in use, %,.0f bytes a key, of at most %,d MiB; %,d results, %,.0f records/s%n",
                run.keys().size(),
                (after - before) / 1048576.0,
                (after - before) / (double) keys,
                Runtime.getRuntime().maxMemory() / 1048576,
                present[0],
                (double) ROUNDS * keys / seconds);
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
