package io.streamsboot.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTests {

    @ParameterizedTest
    @CsvSource({"1,100", "2,200", "3,400", "4,800", "5,1000", "60,1000", "5000,1000"})
    void growsExponentiallyUpToTheMaximum(int attempt, long millis) {
        var backoff = new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(1), 0);

        assertThat(backoff.delay(attempt)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void jitterSpreadsInBothDirectionsAndNeverPassesTheMaximum() {
        var backoff = new Backoff(Duration.ofMillis(100), 2, Duration.ofMillis(400), 0.5);
        var random = new Random(7);

        assertThat(random.ints(1000, 1, 8).mapToObj(attempt -> backoff.delay(attempt, random)))
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofMillis(50), Duration.ofMillis(400)))
                .anySatisfy(delay -> assertThat(delay).isLessThan(Duration.ofMillis(100)))
                .anySatisfy(delay -> assertThat(delay).isGreaterThan(Duration.ofMillis(250)));
    }

    @Test
    void refusesWhatCannotBeADelay() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(Duration.ZERO, 2, Duration.ofSeconds(1), 0))
                .withMessageContaining("initial");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(Duration.ofMillis(1), 0.5, Duration.ofSeconds(1), 0))
                .withMessageContaining("0.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(Duration.ofSeconds(2), 2, Duration.ofSeconds(1), 0))
                .withMessageContaining("PT1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(Duration.ofMillis(1), 2, Duration.ofSeconds(1), Double.NaN))
                .withMessageContaining("jitter");
    }
}
