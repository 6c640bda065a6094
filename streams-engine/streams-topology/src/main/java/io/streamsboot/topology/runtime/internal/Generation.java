package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.runtime.TopologyOptions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client of a topology, from the first check of the cluster to its end. Its number is in every handle and every
 * callback, so what a past client says is recognised and ignored.
 */
final class Generation {

    private static final Logger LOG = LoggerFactory.getLogger(TopologyRuntime.class);

    private final long number;
    private final RestoreTracker restores;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable KafkaStreams streams;
    private volatile @Nullable Thread starter;
    private volatile OffsetBaseline baseline = OffsetBaseline.UNKNOWN;

    Generation(long number, Runnable onRestoreChange) {
        this.number = number;
        this.restores = new RestoreTracker(onRestoreChange);
    }

    long number() {
        return number;
    }

    RestoreTracker restores() {
        return restores;
    }

    @Nullable KafkaStreams streams() {
        return streams;
    }

    void attach(KafkaStreams client) {
        streams = client;
    }

    OffsetBaseline baseline() {
        return baseline;
    }

    /** Progress is told from memory; what memory lacks is asked once, beside the topology's life. */
    void askOffsets(String topology, TopologyOptions options) {
        KafkaStreams running = streams;
        if (running == null) {
            return;
        }
        Thread asking = new Thread(
                () -> {
                    try {
                        baseline = OffsetBaseline.ask(
                                KafkaConfigs.withDefaults(options.config()),
                                options.applicationId(),
                                ProgressReader.activePartitions(running));
                    } catch (ExecutionException | RuntimeException e) {
                        LOG.debug("Topology '{}': the offsets of its partitions are not known", topology, e);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "streams-" + topology + "-offsets");
        asking.setDaemon(true);
        asking.start();
    }

    void startBy(Thread thread) {
        starter = thread;
        thread.start();
    }

    boolean isCancelled() {
        return cancelled.getCount() == 0;
    }

    /**
     * Waits, unless the start is cancelled.
     *
     * @return whether it was cancelled
     */
    boolean pause(long millis) throws InterruptedException {
        return cancelled.await(millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Ends a start that is under way: it wakes up from whatever it waits for.
     *
     * @return whether the starting thread has ended
     */
    boolean cancel(long millis) throws InterruptedException {
        cancelled.countDown();
        Thread thread = starter;
        if (thread == null || thread == Thread.currentThread()) {
            return true;
        }
        if (thread.isAlive()) {
            thread.interrupt();
            thread.join(Math.max(1, millis));
        }
        return !thread.isAlive();
    }

    /** The client has begun to close, so that a failed thread may go on to its end. */
    void closeBegan() {
        closing.countDown();
    }

    boolean awaitCloseBegan(long millis) throws InterruptedException {
        return closing.await(millis, TimeUnit.MILLISECONDS);
    }
}
