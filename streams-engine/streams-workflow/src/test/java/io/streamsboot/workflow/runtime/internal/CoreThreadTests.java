package io.streamsboot.workflow.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CoreThreadTests {

    private final AtomicInteger pumps = new AtomicInteger();
    private final CoreThread thread = new CoreThread("core", pumps::incrementAndGet, () -> {});

    @AfterEach
    void end() throws InterruptedException {
        thread.end();
        assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void tasksOfABurstArePumpedOnce() throws InterruptedException {
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            int number = i;
            thread.submit(() -> seen.add(number));
        }
        CountDownLatch last = new CountDownLatch(1);
        thread.submitUnhurried(last::countDown);
        thread.start();
        assertThat(last.await(10, TimeUnit.SECONDS)).isTrue();
        await().untilAsserted(() -> assertThat(pumps).hasValue(1));
        assertThat(seen).hasSize(500).isSorted();
    }

    @Test
    void wakesUpForWhatIsNotInAHurry() throws InterruptedException {
        thread.start();
        for (int i = 0; i < 200; i++) {
            CountDownLatch done = new CountDownLatch(1);
            thread.submitUnhurried(done::countDown);
            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void pumpsAfterATimer() {
        thread.start();
        thread.after(Duration.ofMillis(5), () -> {});
        await().untilAsserted(() -> assertThat(pumps.get()).isPositive());
    }
}
