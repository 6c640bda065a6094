package io.streamsboot.topology.deadletter.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Content;
import io.streamsboot.core.deadletter.Envelope;
import io.streamsboot.core.failure.DefaultRules;
import io.streamsboot.core.failure.FailureAction;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import java.net.ConnectException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HandlersTests {

    private DeadLetterEngine engine = engine(DeadLetterOptions.DEFAULT);

    private static DeadLetterEngine engine(DeadLetterOptions options) {
        Map<String, Object> config = Map.of("application.id", "app", "bootstrap.servers", "localhost:1");
        DeadLetterEngine made = new DeadLetterEngine("main", "app", options, config, Clock.systemUTC());
        made.sources().keep(Set.of("in"), List.of());
        return made;
    }

    /** A place where something failed; nulls wherever Kafka may hand out nulls. */
    private record Context(
            @Nullable String topic,
            int partition,
            long offset,
            @Nullable Headers headers,
            byte @Nullable [] sourceRawKey,
            byte @Nullable [] sourceRawValue)
            implements ErrorHandlerContext {

        static final Context NOWHERE = new Context(null, -1, -1, null, null, null);

        @Override
        public @Nullable String processorNodeId() {
            return null;
        }

        @Override
        public @Nullable TaskId taskId() {
            return null;
        }

        @Override
        public long timestamp() {
            return -1;
        }
    }

    @Test
    void tellsWhatIsKnownOfAFailureWithoutARecord() {
        ProcessingExceptionHandler.Response response =
                process().handleError(Context.NOWHERE, null, new IllegalStateException());

        assertThat(response.result()).isEqualTo(ProcessingExceptionHandler.Result.RESUME);
        DeadLetter letter = decode(response.deadLetterQueueRecords());
        assertThat(letter.place().stage()).isEqualTo(Stage.PUNCTUATE);
        assertThat(letter.payload().content()).isEqualTo(Content.NONE);
    }

    @Test
    void describesARecordThatHasNoBytesHoweverItsTextFails() {
        Object hostile = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no text");
            }
        };
        Context cached = new Context("in", 0, 5, new RecordHeaders(), null, null);

        DeadLetter text = decode(process()
                .handleError(cached, new Record<>("key", "value", 0), new IllegalStateException())
                .deadLetterQueueRecords());
        DeadLetter none = decode(process()
                .handleError(cached, new Record<>(null, hostile, 0), new IllegalStateException("x".repeat(1 << 20)))
                .deadLetterQueueRecords());

        assertThat(text.payload().text()).isEqualTo("key = value");
        assertThat(text.origin().offset()).isEqualTo(5);
        assertThat(none.payload().text()).isNull();
        assertThat(none.cause().message()).hasSizeLessThan(3_000);
    }

    @Test
    void keepsBytesAndHeadersAsTheyArrived() {
        Headers headers = new RecordHeaders().add("a", new byte[] {1}).add("a", null);
        ConsumerRecord<byte[], byte[]> record = record(7, null, null, headers);
        arrive(record);
        headers.add("later", new byte[0]);

        DeserializationExceptionHandler.Response response = decode().handleError(
                        new Context("in", 0, 7, headers, null, null), record, new SerializationException());

        DeadLetter letter = decode(response.deadLetterQueueRecords());
        assertThat(letter.payload().headers()).hasSize(2);
        assertThat(letter.payload().key()).isNull();
        assertThat(letter.payload().value()).isNull();
        assertThat(letter.origin().timestamp()).isEqualTo(99);
        assertThat(letter.origin().timestampType()).isEqualTo("LogAppendTime");
    }

    @Test
    void neverTakesAnotherRecordsFailureForThisOnes() {
        Exception send = new TimeoutException("of an earlier record");
        engine.sendFailures().add(send, false);
        for (Exception foreign : List.of(
                new ProducerFencedException("fenced"),
                new StreamsException("Error encountered sending record to topic out for task 0_0 due to: no"),
                new RuntimeException(send))) {
            assertThat(process()
                            .handleError(Context.NOWHERE, new Record<>("k", "v", 0), foreign)
                            .result())
                    .isEqualTo(ProcessingExceptionHandler.Result.FAIL);
        }
        assertThat(engine.counts().kinds()).allMatch(kind -> kind.deadLetters() == 0);
    }

    @Test
    void neverMakesADeadLetterOfADeadLetter() {
        ProducerRecord<byte[], byte[]> letter = process()
                .handleError(Context.NOWHERE, null, new IllegalStateException())
                .deadLetterQueueRecords()
                .get(0);

        ProductionExceptionHandler.Response response =
                produce().handleError(Context.NOWHERE, letter, new SerializationException("refused"));

        assertThat(response.result()).isEqualTo(ProductionExceptionHandler.Result.FAIL);
        assertThat(response.deadLetterQueueRecords()).isEmpty();
        assertThat(engine.counts().lastUnwritten()).contains("refused");
    }

    @Test
    void failsTheTaskWhenTheClassifierFails() {
        engine = engine(DeadLetterOptions.DEFAULT.withClassifier(failure -> {
            throw new IllegalStateException("classifier");
        }));

        assertThat(process()
                        .handleError(Context.NOWHERE, null, new IllegalStateException())
                        .result())
                .isEqualTo(ProcessingExceptionHandler.Result.FAIL);
    }

    @Test
    void countsTriesBeyondRestarts() {
        Exception unavailable = new SerializationException(new ConnectException());
        arrive(record(1, new byte[0], new byte[0], new RecordHeaders()));
        Context context = new Context("in", 0, 1, new RecordHeaders(), null, null);
        FailureAction.Retry twice =
                new FailureAction.Retry(2, DefaultRules.UNAVAILABLE.backoff(), FailureAction.DEAD_LETTER);
        engine = engine(DeadLetterOptions.DEFAULT.withClassifier(failure -> twice));
        arrive(record(1, new byte[0], new byte[0], new RecordHeaders()));

        ConsumerRecord<byte[], byte[]> record = record(1, new byte[0], new byte[0], new RecordHeaders());
        assertThat(decode().handleError(context, record, unavailable).result())
                .isEqualTo(DeserializationExceptionHandler.Result.FAIL);
        assertThat(decode().handleError(context, record, unavailable).result())
                .isEqualTo(DeserializationExceptionHandler.Result.FAIL);
        assertThat(decode().handleError(context, record, unavailable).result())
                .isEqualTo(DeserializationExceptionHandler.Result.RESUME);
    }

    @Test
    void worksWithoutAnEngine() {
        DecodeHandler handler = new DecodeHandler();
        handler.configure(Map.of());

        assertThat(handler.handleError(
                                Context.NOWHERE,
                                record(0, null, null, new RecordHeaders()),
                                new SerializationException())
                        .result())
                .isEqualTo(DeserializationExceptionHandler.Result.FAIL);
    }

    @Test
    void respectsAUsersOwnHandlers() {
        Map<String, Object> config = Map.of(
                "application.id", "app",
                "bootstrap.servers", "localhost:1",
                "deserialization.exception.handler", "com.example.Own",
                "interceptor.classes", "com.example.Interceptor");
        DeadLetterWiring wiring = new DeadLetterWiring(config, DeadLetterOptions.DEFAULT);

        Map<String, Object> wired = wiring.wire(config, engine, 5_000_000);

        assertThat(wired).containsEntry("deserialization.exception.handler", "com.example.Own");
        assertThat(wired).containsEntry("processing.exception.handler", ProcessHandler.class);
        assertThat(wired.get("producer.interceptor.classes"))
                .isEqualTo(List.of("com.example.Interceptor", DivertingInterceptor.class.getName()));
        assertThat(wired).containsEntry("producer.max.request.size", 5_000_000);
        assertThat(wiring.limitations())
                .containsExactly(
                        "dead letters in the stages decode and global: deserialization.exception.handler is set"
                                + " to com.example.Own");
    }

    private void arrive(ConsumerRecord<byte[], byte[]> record) {
        engine.sources().add(new ConsumerRecords<>(Map.of(new TopicPartition("in", 0), List.of(record)), Map.of()));
    }

    private static ConsumerRecord<byte[], byte[]> record(
            long offset, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        return new ConsumerRecord<>(
                "in", 0, offset, 99, TimestampType.LOG_APPEND_TIME, 0, 0, key, value, headers, Optional.empty());
    }

    private ProcessHandler process() {
        ProcessHandler handler = new ProcessHandler();
        handler.configure(Map.of(DeadLetterEngine.CONFIG, engine));
        return handler;
    }

    private DecodeHandler decode() {
        DecodeHandler handler = new DecodeHandler();
        handler.configure(Map.of(DeadLetterEngine.CONFIG, engine));
        return handler;
    }

    private ProduceHandler produce() {
        ProduceHandler handler = new ProduceHandler();
        handler.configure(Map.of(DeadLetterEngine.CONFIG, engine));
        return handler;
    }

    private static DeadLetter decode(List<ProducerRecord<byte[], byte[]>> records) {
        assertThat(records).hasSize(1);
        ProducerRecord<byte[], byte[]> record = records.get(0);
        assertThat(record.topic()).isEqualTo("app.dead-letters");
        DeadLetter letter = Envelope.decode(new ConsumerRecord<>(
                record.topic(),
                0,
                0,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                record.key(),
                record.value(),
                new RecordHeaders(record.headers().toArray()),
                Optional.empty()));
        assertThat(letter).isNotNull();
        assertThat(new String(
                        record.headers().lastHeader("streams.dl.application").value(), UTF_8))
                .isEqualTo("app");
        return letter;
    }
}
