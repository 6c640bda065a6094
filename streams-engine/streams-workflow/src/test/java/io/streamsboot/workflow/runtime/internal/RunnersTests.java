package io.streamsboot.workflow.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunnersTests {

    private final AtomicInteger threads = new AtomicInteger();
    private final ExecutorService executor = Threads.forUserCode("runners");
    private final Runners runners = new Runners(task -> executor.execute(() -> {
        threads.incrementAndGet();
        task.run();
    }));

    @AfterEach
    void end() {
        executor.shutdownNow();
    }

    @Test
    void noTaskWaitsForTheEndOfAnother() throws InterruptedException {
        int tasks = 100;
        CountDownLatch begun = new CountDownLatch(tasks);
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < tasks; i++) {
            runners.execute(() -> {
                begun.countDown();
                awaitQuietly(end);
            });
        }
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(runners.isIdle()).isTrue();
        end.countDown();
    }

    @Test
    void shortTasksDoNotGetAThreadEach() {
        int tasks = 20_000;
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < tasks; i++) {
            runners.execute(done::incrementAndGet);
        }
        await().untilAsserted(() -> assertThat(done).hasValue(tasks));
        assertThat(threads.get()).isLessThan(tasks / 2);
    }

    @Test
    void anInterruptionDoesNotReachTheNextTask() {
        AtomicInteger done = new AtomicInteger();
        AtomicBoolean reached = new AtomicBoolean();
        for (int i = 0; i < 1_000; i++) {
            runners.execute(() -> {
                if (Thread.currentThread().isInterrupted()) {
                    reached.set(true);
                }
                Thread.currentThread().interrupt();
                done.incrementAndGet();
            });
        }
        await().untilAsserted(() -> assertThat(done).hasValue(1_000));
        assertThat(reached).isFalse();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
