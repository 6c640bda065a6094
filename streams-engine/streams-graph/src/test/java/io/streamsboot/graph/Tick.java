package io.streamsboot.graph;

import io.streamsboot.graph.operator.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A record of the tests: time in nanoseconds, a key, and two numbers that may be missing. */
record Tick(long nanos, String key, @Nullable Double x, double y) {

    static final long SECOND = 1_000_000_000L;

    static final Codec<Tick> CODEC = Codec.of(
            (tick, out) -> {
                out.writeLong(tick.nanos);
                out.writeString(tick.key);
                out.writeBoolean(tick.x != null);
                out.writeDouble(tick.x == null ? 0 : tick.x);
                out.writeDouble(tick.y);
            },
            in -> {
                long nanos = in.readLong();
                String key = in.readString();
                boolean present = in.readBoolean();
                double x = in.readDouble();
                return new Tick(nanos, key, present ? (Double) x : null, in.readDouble());
            });

    /** A random walk with gaps, equal times, missing values, NaN, infinities, signed zeros, plateaus and outliers. */
    static List<Tick> random(long seed, int count) {
        var random = new Random(seed);
        var ticks = new ArrayList<Tick>(count);
        long time = 1_700_000_000L * SECOND + random.nextInt(1000);
        double level = 100;
        double y = 0;
        for (int i = 0; i < count; i++) {
            int pace = random.nextInt(100);
            time += pace < 20 ? 0 : pace < 22 ? random.nextInt(100) * SECOND : random.nextInt(1_500_000_000);
            if (random.nextInt(4) > 0) {
                level += random.nextGaussian();
            }
            y = 0.5 * level + random.nextGaussian();
            Double x = switch (random.nextInt(250)) {
                case 0 -> Double.NaN;
                case 1 -> Double.POSITIVE_INFINITY;
                case 2 -> Double.NEGATIVE_INFINITY;
                case 3 -> 0.0;
                case 4 -> -0.0;
                case 5 -> 1e9 * random.nextGaussian();
                case 6, 7, 8 -> null;
                default -> level;
            };
            ticks.add(new Tick(time, "k" + random.nextInt(3), x, y));
        }
        return ticks;
    }
}
