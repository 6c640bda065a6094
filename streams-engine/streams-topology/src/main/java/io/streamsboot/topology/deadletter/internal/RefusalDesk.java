package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.Envelope;
import io.streamsboot.core.deadletter.RecordSize;
import io.streamsboot.core.failure.Failure;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.topology.deadletter.internal.LetterFactory.Spot;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Outputs that the broker does not take. A failed send spoils a transaction, so what can be known before is set aside
 * before the send; what cannot fails the task, is remembered, and is set aside when it comes again.
 */
final class RefusalDesk {

    private static final Logger LOG = LoggerFactory.getLogger(RefusalDesk.class);

    private final DeadLetterEngine engine;

    RefusalDesk(DeadLetterEngine engine) {
        this.engine = engine;
    }

    // ---- after a send ----

    /**
     * A send failed, and Kafka asks what to do.
     *
     * @return whether the task goes on
     */
    boolean refused(ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        try {
            ThreadState thread = engine.knownThread();
            if (isDeadLetter(record)
                    || (thread != null && thread.lastIsDeadLetter)
                    || engine.sendFailures().isOfDeadLetter(exception)) {
                engine.unwritten(exception);
                return false;
            }
            Spot spot = FailureDesk.spot(context);
            Ruling ruling = rule(spot, record, exception);
            if (ruling == Ruling.FAIL || isChangelog(record.topic())) {
                return false;
            }
            if (engine.wiring().isExactlyOnce()) {
                engine.refusals().add(record, exception);
                return false;
            }
            if (ruling == Ruling.SKIP) {
                return true;
            }
            return engine.write(engine.letters().ofOutput(spot, null, record, exception));
        } catch (RuntimeException e) {
            LOG.error("Topology '{}': a refused send could not be handled, so the task fails", engine.topology(), e);
            return false;
        }
    }

    /**
     * A send failed; called for every failure, also for those that Kafka does not ask about.
     *
     * @param topic where it went, or null
     * @param deadLetter whether it is known to have been a dead letter
     */
    void failed(@Nullable String topic, boolean deadLetter, Exception exception) {
        boolean toDeadLetters = deadLetter || (topic != null && engine.topics().isDeadLetters(topic));
        // An aborted transaction takes its other records down with the exception of the one that failed.
        boolean first = engine.sendFailures().add(exception, toDeadLetters);
        if (topic == null || !first || toDeadLetters || isChangelog(topic) || !isFatal(exception, topic)) {
            return;
        }
        Spot nowhere = new Spot(null, -1, -1, List.of(), sink(topic), null);
        Failure failure = new Failure(Stage.PRODUCE, engine.topology(), nowhere.node(), topic, exception);
        if (engine.judge().rule(failure, topic, false) == Ruling.FAIL) {
            return;
        }
        engine.refusals().addTopic(topic, exception);
    }

    /** Failures of a topic that end the thread without a question to the handler. */
    private static boolean isFatal(Exception exception, String topic) {
        return (exception instanceof InvalidTopicException invalid
                        && invalid.invalidTopics().contains(topic))
                || (exception instanceof TopicAuthorizationException unauthorized
                        && unauthorized.unauthorizedTopics().contains(topic));
    }

    private Ruling rule(Spot spot, ProducerRecord<byte[], byte[]> record, Exception exception) {
        Failure failure = new Failure(Stage.PRODUCE, engine.topology(), spot.node(), record.topic(), exception);
        return engine.judge().rule(failure, record.topic() + " from " + spot.name(), false);
    }

    // ---- before a send ----

    /** A record larger than its topic or the producer takes. */
    ProducerRecord<byte[], byte[]> tooLarge(ThreadState thread, ProducerRecord<byte[], byte[]> record, long limit) {
        long size = RecordSize.of(record.key(), record.value(), record.headers().toArray());
        RecordTooLargeException exception = new RecordTooLargeException("The record of about " + size
                + " bytes is larger than the " + limit + " bytes that topic " + record.topic() + " takes");
        return divert(thread, record, exception);
    }

    /** A record that was refused before. */
    ProducerRecord<byte[], byte[]> refusedBefore(
            ThreadState thread, ProducerRecord<byte[], byte[]> record, Exception exception) {
        return divert(thread, record, exception);
    }

    private ProducerRecord<byte[], byte[]> divert(
            ThreadState thread, ProducerRecord<byte[], byte[]> record, Exception exception) {
        Spot spot = new Spot(
                thread.offset < 0 ? null : thread.topic,
                thread.offset < 0 ? -1 : thread.partition,
                thread.offset,
                List.of(record.headers().toArray()),
                sink(record.topic()),
                null);
        if (rule(spot, record, exception) == Ruling.FAIL) {
            return record;
        }
        SourceRecord source = spot.topic() == null
                ? null
                : engine.sources().find(new TopicPartition(spot.topic(), spot.partition()), spot.offset());
        DeadLetter letter = engine.letters().ofOutput(spot, source, record, exception);
        return engine.encode(letter);
    }

    private @Nullable String sink(String topic) {
        return engine.roles().sinkOf(topic, engine.application());
    }

    /** What a store would not find again after a restore must not be set aside. */
    boolean isChangelog(String topic) {
        return topic.startsWith(engine.application() + "-") && topic.endsWith("-changelog");
    }

    private boolean isDeadLetter(ProducerRecord<byte[], byte[]> record) {
        return engine.topics().isDeadLetters(record.topic()) && Envelope.isDeadLetter(record.headers());
    }
}
