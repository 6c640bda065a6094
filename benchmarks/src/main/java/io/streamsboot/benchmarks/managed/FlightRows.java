package io.streamsboot.benchmarks.managed;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Rows of JSON, 132 bytes each: flights, of which about one in five is late. */
final class FlightRows {

    static final int BYTES = 132;
    static final int LATE = 15;

    private static final String[] AIRPORTS = {"PHX", "LAS", "HOU", "LAX", "OAK", "MSY", "BNA", "MCI", "MDW", "STL"};

    static final int ROUTES = AIRPORTS.length * AIRPORTS.length;

    private long late;

    /** The next row. */
    byte[] next(SplittableRandom random) {
        int delay = random.nextInt(-15, 23);
        if (delay >= LATE) {
            late++;
        }
        String row = "{\"departure\":\"2001-01-01T06:20\",\"origin\":\"" + airport(random) + "\",\"destination\":\""
                + airport(random) + "\",\"distance_miles\":" + random.nextInt(100, 1_000) + ",\"delay_minutes\":"
                + delay + ",\"tail\":\"";
        String end = "\"}";
        byte[] bytes = (row + "N".repeat(BYTES - row.length() - end.length()) + end).getBytes(StandardCharsets.UTF_8);
        if (bytes.length != BYTES) {
            throw new IllegalStateException("a row of " + bytes.length + " bytes");
        }
        return bytes;
    }

    private static String airport(SplittableRandom random) {
        return AIRPORTS[random.nextInt(AIRPORTS.length)];
    }

    /** How many of all rows are late. */
    long late() {
        return late;
    }
}
