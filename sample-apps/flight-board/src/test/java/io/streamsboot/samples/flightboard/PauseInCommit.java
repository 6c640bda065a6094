package io.streamsboot.samples.flightboard;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Stops a topology for ever in the middle of a commit, so that its process can be killed there: a cached store writes to
 * its changelog while the commit flushes the cache, after some records of the transaction and before its end.
 */
public final class PauseInCommit implements ProducerInterceptor<byte[], byte[]> {

    static final String LINE = "PAUSED IN A COMMIT";

    private static final int SENDS_BEFORE = 150;

    private final AtomicInteger sends = new AtomicInteger();

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        if (record.topic().endsWith("delay-totals-changelog") && sends.incrementAndGet() == SENDS_BEFORE) {
            System.out.println(LINE);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return record;
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {}

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
