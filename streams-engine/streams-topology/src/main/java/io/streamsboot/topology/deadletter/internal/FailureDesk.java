package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Target;
import io.streamsboot.core.failure.Failure;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.topology.deadletter.internal.LetterFactory.Spot;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the handlers of source records have in common. Nothing that goes wrong in here is thrown: it fails the task. */
final class FailureDesk {

    private static final Logger LOG = LoggerFactory.getLogger(FailureDesk.class);

    private final DeadLetterEngine engine;

    /**
     * What a handler answers.
     *
     * @param resume whether the task goes on
     * @param letters what Kafka is to write with the topology's own producer
     */
    record Answer(boolean resume, List<ProducerRecord<byte[], byte[]>> letters) {

        static final Answer FAIL = new Answer(false, List.of());
        static final Answer RESUME = new Answer(true, List.of());

        static Answer write(ProducerRecord<byte[], byte[]> letter) {
            return new Answer(true, List.of(letter));
        }
    }

    FailureDesk(DeadLetterEngine engine) {
        this.engine = engine;
    }

    /** Kafka numbers the task of global stores so, in every version. */
    static boolean isGlobal(@Nullable TaskId task) {
        return task != null && task.subtopology() < 0;
    }

    static Spot spot(ErrorHandlerContext context) {
        return new Spot(
                context.topic(),
                context.partition(),
                context.offset(),
                copy(context.headers()),
                context.processorNodeId(),
                context.taskId());
    }

    private static List<Header> copy(@Nullable Headers headers) {
        return headers == null ? List.of() : List.of(headers.toArray());
    }

    Answer decode(ErrorHandlerContext context, byte @Nullable [] key, byte @Nullable [] value, Exception exception) {
        try {
            Spot spot = spot(context);
            boolean global = isGlobal(context.taskId());
            Stage stage = global ? Stage.GLOBAL : Stage.DECODE;
            Ruling ruling = engine.judge().rule(failure(stage, spot, exception), spot.name(), false);
            if (ruling == Ruling.DEAD_LETTER && !global && isThereAlready(spot)) {
                return Answer.RESUME;
            }
            SourceRecord source =
                    ruling == Ruling.DEAD_LETTER ? source(spot, key, value, context.timestamp(), global, true) : null;
            return answer(ruling, stage, spot, source, exception, null, null);
        } catch (RuntimeException e) {
            return broken(e, exception);
        }
    }

    private boolean isThereAlready(Spot spot) {
        return engine.wiring().isExactlyOnce()
                && spot.topic() != null
                && engine.duplicates().isWritten(new TopicPartition(spot.topic(), spot.partition()), spot.offset());
    }

    Answer process(
            ErrorHandlerContext context,
            @Nullable Object recordKey,
            @Nullable Object recordValue,
            boolean hasRecord,
            Exception exception) {
        try {
            ThreadState thread = engine.thread();
            boolean exhausted = isSame(thread.exhausted, exception);
            thread.exhausted = null;
            Spot spot = spot(context);
            boolean global = isGlobal(context.taskId());
            Stage stage = global ? Stage.GLOBAL : spot.topic() == null && !hasRecord ? Stage.PUNCTUATE : Stage.PROCESS;
            Ruling ruling = engine.judge().rule(failure(stage, spot, exception), spot.name(), exhausted);
            if (ruling != Ruling.FAIL && stage == Stage.PROCESS && isBroken(spot, thread)) {
                return Answer.FAIL;
            }
            SourceRecord source = ruling == Ruling.DEAD_LETTER
                    ? source(spot, context.sourceRawKey(), context.sourceRawValue(), context.timestamp(), global, false)
                    : null;
            String text = source == null && hasRecord ? LetterFactory.text(recordKey, recordValue) : null;
            return answer(ruling, stage, spot, source, exception, null, text);
        } catch (RuntimeException e) {
            return broken(e, exception);
        }
    }

    /** A global store's processor that our builder wrapped failed. */
    Answer global(Spot spot, @Nullable Object key, @Nullable Object value, RuntimeException exception) {
        try {
            Ruling ruling = engine.judge().rule(failure(Stage.GLOBAL, spot, exception), spot.name(), false);
            SourceRecord source = ruling == Ruling.DEAD_LETTER ? source(spot, null, null, -1, true, true) : null;
            String text = source == null ? LetterFactory.text(key, value) : null;
            return answer(ruling, Stage.GLOBAL, spot, source, exception, null, text);
        } catch (RuntimeException e) {
            return broken(e, exception);
        }
    }

    Answer serialize(
            ErrorHandlerContext context,
            String target,
            @Nullable Integer partition,
            @Nullable Object key,
            @Nullable Object value,
            Exception exception) {
        try {
            Spot spot = spot(context);
            Failure failure = new Failure(Stage.PRODUCE, engine.topology(), spot.node(), target, exception);
            Ruling ruling = engine.judge().rule(failure, spot.name(), false);
            SourceRecord source = ruling == Ruling.DEAD_LETTER
                    ? source(spot, context.sourceRawKey(), context.sourceRawValue(), context.timestamp(), false, false)
                    : null;
            String text = source == null ? LetterFactory.text(key, value) : null;
            return answer(
                    ruling,
                    Stage.PRODUCE,
                    spot,
                    source,
                    exception,
                    new Target(target, partition == null ? -1 : partition),
                    text);
        } catch (RuntimeException e) {
            return broken(e, exception);
        }
    }

    private boolean isBroken(Spot spot, ThreadState thread) {
        boolean inARow = engine.roles().wrapped() ? thread.inARow : thread.followsLastFailure(spot);
        boolean broken = engine.judge().isBroken(spot.node() + " " + spot.task(), inARow);
        if (broken) {
            LOG.error(
                    "Topology '{}': node {} failed on more than {} records in a row, so it is taken to be broken and the"
                            + " topology fails; correct it, or set streams.dead-letter.failures-in-a-row",
                    engine.topology(),
                    spot.node(),
                    engine.options().failuresInARow());
        }
        return broken;
    }

    private Failure failure(Stage stage, Spot spot, Exception exception) {
        return new Failure(stage, engine.topology(), spot.node(), spot.topic(), exception);
    }

    private Answer answer(
            Ruling ruling,
            Stage stage,
            Spot spot,
            @Nullable SourceRecord source,
            Exception exception,
            @Nullable Target target,
            @Nullable String text) {
        if (ruling == Ruling.FAIL) {
            return Answer.FAIL;
        }
        if (ruling == Ruling.SKIP) {
            return Answer.RESUME;
        }
        DeadLetter letter = engine.letters().ofSource(stage, spot, source, exception, target, text);
        if (staysForGood(letter)) {
            return Answer.RESUME;
        }
        if (stage == Stage.GLOBAL) {
            return engine.write(letter) ? Answer.RESUME : Answer.FAIL;
        }
        return Answer.write(engine.encode(letter));
    }

    /** A dead letter that was read from its own topic, and fails for ever, is in that topic already. */
    private boolean staysForGood(DeadLetter letter) {
        String topic = letter.origin().topic();
        boolean stays = topic != null
                && engine.topics().isDeadLetters(topic)
                && letter.history().attempt() > engine.options().maxAttempts();
        if (stays) {
            LOG.warn(
                    "Topology '{}': a record failed {} times and stays in topic {} for good, at {}@{}",
                    engine.topology(),
                    letter.history().attempt(),
                    topic,
                    letter.origin().partition(),
                    letter.origin().offset());
        }
        return stays;
    }

    /**
     * The source record in bytes.
     *
     * @param decoding whether the failure can be about nothing but the source record
     * @return the record; null if there is none, as for a result that was held back in a cache
     */
    @Nullable SourceRecord source(
            Spot spot,
            byte @Nullable [] rawKey,
            byte @Nullable [] rawValue,
            long timestamp,
            boolean global,
            boolean decoding) {
        String topic = spot.topic();
        if (topic == null || spot.offset() < 0) {
            return null;
        }
        TopicPartition partition = new TopicPartition(topic, spot.partition());
        boolean raw = rawKey != null || rawValue != null;
        boolean kept = !global && engine.sources().keeps(topic);
        if (kept && !decoding && !raw && !engine.thread().isAt(topic, spot.partition(), spot.offset())) {
            return null;
        }
        SourceRecord found = global
                ? engine.sources().findGlobal(partition, spot.offset())
                : engine.sources().find(partition, spot.offset());
        if (found == null) {
            found = engine.reader().read(partition, spot.offset());
        }
        return found != null || !raw ? found : new SourceRecord(rawKey, rawValue, spot.headers(), timestamp, null);
    }

    private Answer broken(RuntimeException e, Exception exception) {
        LOG.error(
                "Topology '{}': a failure could not be handled, so the task fails. It was {}",
                engine.topology(),
                exception.getClass().getName(),
                e);
        return Answer.FAIL;
    }

    @SuppressWarnings("ReferenceEquality") // the same failure seen again, not an equal one
    private static boolean isSame(@Nullable Throwable one, Throwable other) {
        return one == other;
    }
}
