package io.streamsboot.benchmarks.expression;

import io.streamsboot.pipeline.expression.Columns;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Values that change with every row, some of them null. Its getters are for the Spring Expression Language. */
public final class FlightColumns implements Columns {

    static final List<String> NAMES = List.of("delay", "distance", "origin");
    static final int DELAY = 0;
    static final int DISTANCE = 1;
    static final int ORIGIN = 2;

    private static final String[] AIRPORTS = {"PHX", "LAS", "HOU", "LAX", "OAK", "MSY", "BNA", "MCI"};

    private final @Nullable Object[] values;

    private FlightColumns(@Nullable Object... values) {
        this.values = values;
    }

    static FlightColumns[] rows(int count) {
        SplittableRandom random = new SplittableRandom(42);
        FlightColumns[] rows = new FlightColumns[count];
        for (int i = 0; i < count; i++) {
            rows[i] = new FlightColumns(
                    random.nextInt(20) == 0 ? null : random.nextLong(-20, 200),
                    random.nextLong(100, 3_000),
                    AIRPORTS[random.nextInt(AIRPORTS.length)]);
        }
        return rows;
    }

    @Override
    public @Nullable Object column(int slot) {
        return values[slot];
    }

    /** The delay in minutes. */
    public @Nullable Long getDelay() {
        return (Long) values[DELAY];
    }

    /** The distance in miles. */
    public @Nullable Long getDistance() {
        return (Long) values[DISTANCE];
    }

    /** The airport. */
    public @Nullable String getOrigin() {
        return (String) values[ORIGIN];
    }
}
