package io.streamsboot.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchTests {

    private final AtomicInteger connections = new AtomicInteger(1);
    private final Watch watch = new Watch(() -> connections.getAndDecrement() > 0, Duration.ofMillis(1));

    @Test
    void endsItselfWithTheLastConnectionAndBeginsAgain() {
        for (int i = 0; i < 3; i++) {
            connections.set(2);
            CountDownLatch closed = new CountDownLatch(1);
            Exchange exchange = new Exchange(Duration.ZERO);
            watch.begin(exchange);
            await().untilAsserted(() -> exchange.waitsFor(closed::countDown));
            await().until(() -> closed.getCount() == 0);
            watch.end(exchange);

            await().until(() -> !watch.isWatching());
            assertThat(connections.get()).isNegative();
        }
    }

    @Test
    void leavesAloneWhatHasTime() throws Exception {
        Exchange late = new Exchange(Duration.ZERO);
        Exchange patient = new Exchange(Duration.ofHours(1));
        watch.begin(patient);
        watch.begin(late);

        await().until(() -> isClosed(late));
        assertThat(isClosed(patient)).isFalse();

        watch.end(late);
        watch.end(patient);
        await().until(() -> !watch.isWatching());
    }

    private static boolean isClosed(Exchange exchange) throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        exchange.waitsFor(closed::countDown);
        return closed.getCount() == 0;
    }
}
