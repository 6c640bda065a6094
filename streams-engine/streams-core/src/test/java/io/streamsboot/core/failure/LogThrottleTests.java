package io.streamsboot.core.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LogThrottleTests {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    @Test
    void letsOneOfAKindThroughInAMinuteAndCountsTheRest() {
        LogThrottle throttle = new LogThrottle(new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now.get();
            }
        });

        assertThat(throttle.acquire("a")).isZero();
        assertThat(throttle.acquire("a")).isEqualTo(-1);
        assertThat(throttle.acquire("a")).isEqualTo(-1);
        assertThat(throttle.acquire("b")).isZero();
        now.set(Instant.EPOCH.plus(Duration.ofMinutes(1)));
        assertThat(throttle.acquire("a")).isEqualTo(2);
        assertThat(throttle.acquire("a")).isEqualTo(-1);
    }
}
