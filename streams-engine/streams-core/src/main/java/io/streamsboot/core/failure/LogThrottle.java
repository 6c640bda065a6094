package io.streamsboot.core.failure;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Lets a message through once per kind and minute, and tells how many it held back. Thread-safe. */
public final class LogThrottle {

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int MAX_KINDS = 1_000;

    private final Clock clock;
    private final Map<String, Kind> kinds = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kind> eldest) {
            return size() > MAX_KINDS;
        }
    };

    private static final class Kind {

        private long next = Long.MIN_VALUE;
        private long held;
    }

    public LogThrottle(Clock clock) {
        this.clock = clock;
    }

    /**
     * Asks whether to log.
     *
     * @param kind what messages of one kind have in common
     * @return -1 to stay silent, otherwise how many messages of this kind were held back since the last
     */
    public synchronized long acquire(String kind) {
        Kind known = kinds.computeIfAbsent(kind, name -> new Kind());
        long now = clock.millis();
        if (now < known.next) {
            known.held++;
            return -1;
        }
        long held = known.held;
        known.held = 0;
        known.next = now + INTERVAL.toMillis();
        return held;
    }
}
