package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.core.deadletter.RecordSize;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Sees every record before it is sent, and turns those that would be refused into dead letters, in the same transaction.
 * One belongs to each producer, and a producer to one stream thread; acknowledgements come on the producer's own thread.
 * Made by Kafka.
 */
public final class DivertingInterceptor implements ProducerInterceptor<byte[], byte[]> {

    private @Nullable DeadLetterEngine engine;
    private @Nullable RefusalDesk desk;
    private @Nullable ThreadState thread;

    private @Nullable String lastTopic;

    /** What the topic of the last record takes, in bytes; dead letters apart. */
    private long lastLimit;

    @Override
    public void configure(Map<String, ?> configs) {
        DeadLetterEngine found = DeadLetterEngine.in(configs);
        engine = found;
        desk = found == null ? null : new RefusalDesk(found);
    }

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        DeadLetterEngine present = engine;
        RefusalDesk refusals = desk;
        if (present == null || refusals == null) {
            return record;
        }
        ThreadState state = thread;
        if (state == null || state.thread != Thread.currentThread()) {
            state = present.thread();
            thread = state;
        }
        state.activity++;
        return check(present, refusals, state, record);
    }

    private ProducerRecord<byte[], byte[]> check(
            DeadLetterEngine present, RefusalDesk refusals, ThreadState state, ProducerRecord<byte[], byte[]> record) {
        if (!record.topic().equals(lastTopic)) {
            if (present.topics().isDeadLetters(record.topic())) {
                state.lastIsDeadLetter = true;
                return record;
            }
            lastTopic = record.topic();
            lastLimit = limit(present, refusals, record.topic());
        }
        ProducerRecord<byte[], byte[]> sent = divert(present, refusals, state, record);
        state.lastIsDeadLetter = !sent.topic().equals(lastTopic);
        return sent;
    }

    private ProducerRecord<byte[], byte[]> divert(
            DeadLetterEngine present, RefusalDesk refusals, ThreadState state, ProducerRecord<byte[], byte[]> record) {
        Header[] headers = record.headers().toArray();
        if (RecordSize.of(record.key(), record.value(), headers) > lastLimit) {
            return refusals.tooLarge(state, record, lastLimit);
        }
        Exception refusal = present.refusals().of(record);
        return refusal == null || refusals.isChangelog(record.topic())
                ? record
                : refusals.refusedBefore(state, record, refusal);
    }

    private static long limit(DeadLetterEngine present, RefusalDesk refusals, String topic) {
        if (refusals.isChangelog(topic)) {
            return Long.MAX_VALUE;
        }
        int producer = present.topics().producerMaxBytes();
        return present.wiring().compresses()
                ? producer
                : Math.min(producer, present.lookup().maxBytes(topic));
    }

    @Override
    public void onAcknowledgement(
            @Nullable RecordMetadata metadata, @Nullable Exception exception, @Nullable Headers headers) {
        DeadLetterEngine present = engine;
        RefusalDesk refusals = desk;
        if (exception == null || present == null || refusals == null) {
            return;
        }
        // On the stream thread a send failed before it began: it was the last one.
        ThreadState state = present.knownThread();
        refusals.failed(metadata == null ? null : metadata.topic(), state != null && state.lastIsDeadLetter, exception);
    }

    @Override
    public void close() {}
}
