package io.streamsboot.core.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.core.deadletter.DeadLetter.Content;
import io.streamsboot.core.deadletter.DeadLetter.Origin;
import io.streamsboot.core.deadletter.DeadLetter.Payload;
import io.streamsboot.core.deadletter.DeadLetter.Place;
import io.streamsboot.core.deadletter.DeadLetter.Position;
import io.streamsboot.core.deadletter.DeadLetter.Target;
import io.streamsboot.core.failure.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EnvelopeTests {

    private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_123L);
    private static final long PLENTY = 4 << 20;

    @Test
    void keepsRecordsOfAnyShapeByteForByte() {
        Random random = new Random(17);
        byte[] large = new byte[1 << 20];
        random.nextBytes(large);
        List<Header> hundred = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            hundred.add(new BytesHeader("name-" + i % 7, i % 5 == 0 ? null : new byte[] {(byte) i, -1, 0}));
        }
        for (byte[] key : Arrays.asList(null, new byte[0], new byte[] {0, -1, -128, 127}, "ключ".getBytes(UTF_8))) {
            for (byte[] value : Arrays.asList(null, new byte[0], new byte[] {-1}, large)) {
                for (List<Header> headers : List.of(List.<Header>of(), hundred)) {
                    DeadLetter decoded = roundTrip(letter(Payload.of(Content.SOURCE, key, value, headers)), PLENTY);
                    assertThat(decoded.payload().key()).isEqualTo(key);
                    assertThat(decoded.payload().value()).isEqualTo(value);
                    assertThat(decoded.payload().isCut()).isFalse();
                    assertSame(decoded.payload().headers(), headers);
                }
            }
        }
    }

    @Test
    void keepsEverythingThatIsKnown() {
        DeadLetter letter = new DeadLetter(
                Payload.of(Content.OUTPUT, new byte[] {1}, new byte[] {2}, List.of()),
                new Origin("in", 3, 42, 1_000, "CreateTime", 8),
                new Place(Stage.PRODUCE, "app", "orders", 2, "sink", "2_3"),
                Cause.of(new IllegalStateException("outer", new RuntimeException("inner")), EnvelopeLimits.DEFAULT),
                new DeadLetter.History(4, NOW.minusSeconds(60), NOW, "00-abc-def-01"),
                new Target("out", 5),
                null);

        DeadLetter decoded = roundTrip(letter, PLENTY);

        assertThat(decoded.origin()).isEqualTo(letter.origin());
        assertThat(decoded.place()).isEqualTo(letter.place());
        assertThat(decoded.cause()).isEqualTo(letter.cause());
        assertThat(decoded.cause().root()).isEqualTo("java.lang.RuntimeException");
        assertThat(decoded.cause().stackTrace()).contains("Caused by: java.lang.RuntimeException: inner");
        assertThat(decoded.history()).isEqualTo(letter.history());
        assertThat(decoded.target()).isEqualTo(letter.target());
        assertThat(decoded.position()).isEqualTo(new Position("dead", 0, 7));
        assertThat(decoded.home()).isEqualTo("out");
    }

    @Test
    void keepsWhatIsKnownOfARecordThatNeverWas() {
        DeadLetter letter = new DeadLetter(
                Payload.NONE,
                Origin.NONE,
                new Place(Stage.PUNCTUATE, "app", "orders", -1, null, null),
                Cause.of(new Exception((String) null), EnvelopeLimits.DEFAULT),
                Envelope.history(List.of(), List.of(), NOW),
                null,
                null);

        DeadLetter decoded = roundTrip(letter, PLENTY);

        assertThat(decoded.payload()).isEqualTo(Payload.NONE);
        assertThat(decoded.origin()).isEqualTo(Origin.NONE);
        assertThat(decoded.place()).isEqualTo(letter.place());
        assertThat(decoded.cause().message()).isNull();
        assertThat(decoded.home()).isNull();
    }

    @Test
    void letsAUsersTraceContextSurviveBesideThatOfTheFailure() {
        List<Header> original = List.of(BytesHeader.of("traceparent", "00-user-1-01"));
        List<Header> current = List.of(BytesHeader.of("traceparent", "00-user-2-01"));
        DeadLetter letter = new DeadLetter(
                Payload.of(Content.SOURCE, null, null, original),
                Origin.NONE,
                place(),
                Cause.of(new Exception("x"), EnvelopeLimits.DEFAULT),
                Envelope.history(original, current, NOW),
                null,
                null);

        DeadLetter decoded = roundTrip(letter, PLENTY);

        assertSame(decoded.payload().headers(), original);
        assertThat(decoded.history().traceparent()).isEqualTo("00-user-2-01");
    }

    @Test
    void keepsADeadLetterThatFailsAgainAndCountsItsAttempts() {
        DeadLetter first = letter(Payload.of(Content.SOURCE, null, new byte[] {1}, List.of(BytesHeader.of("a", "b"))));
        ProducerRecord<byte[], byte[]> consumed = Envelope.encode(first, "dead", null, PLENTY);
        List<Header> headers = List.of(consumed.headers().toArray());
        Instant later = NOW.plusSeconds(5);
        DeadLetter second = new DeadLetter(
                Payload.of(Content.SOURCE, null, consumed.value(), headers),
                new Origin("dead", 0, 0, -1, null, 0),
                place(),
                Cause.of(new Exception("again"), EnvelopeLimits.DEFAULT),
                Envelope.history(headers, headers, later),
                null,
                null);

        DeadLetter decoded = roundTrip(second, PLENTY);

        assertSame(decoded.payload().headers(), headers);
        assertThat(decoded.history().attempt()).isEqualTo(2);
        assertThat(decoded.history().firstFailure()).isEqualTo(NOW);
        assertThat(decoded.history().failedAt()).isEqualTo(later);
    }

    @Test
    void cutsAndMarksWhatTheTopicWouldNotTake() {
        byte[] value = new byte[100_000];
        Arrays.fill(value, (byte) 7);
        DeadLetter letter = letter(
                Payload.of(Content.SOURCE, "key".getBytes(UTF_8), value, List.of(BytesHeader.of("kept", "yes"))));

        ProducerRecord<byte[], byte[]> record = Envelope.encode(letter, "dead", null, 50_000);
        DeadLetter decoded = roundTrip(letter, 50_000);

        assertThat(RecordSize.of(record.key(), record.value(), record.headers().toArray()))
                .isLessThanOrEqualTo(50_000)
                .isGreaterThan(49_000);
        assertThat(decoded.payload().isCut()).isTrue();
        assertThat(decoded.payload().valueLength()).isEqualTo(100_000);
        assertThat(decoded.payload().value())
                .isEqualTo(Arrays.copyOf(value, decoded.payload().value().length));
        assertSame(decoded.payload().headers(), List.of(BytesHeader.of("kept", "yes")));
    }

    @Test
    void cutsHeadersAndKeysAtLast() {
        List<Header> headers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            headers.add(new BytesHeader("h" + i, new byte[1_000]));
        }
        DeadLetter letter = letter(Payload.of(Content.SOURCE, new byte[20_000], new byte[5_000], headers));

        ProducerRecord<byte[], byte[]> record = Envelope.encode(letter, "dead", null, 10_000);

        assertThat(RecordSize.of(record.key(), record.value(), record.headers().toArray()))
                .isLessThanOrEqualTo(10_000);
        assertThat(text(record, DeadLetterHeader.HEADERS_CUT)).isEqualTo("100");
        assertThat(text(record, DeadLetterHeader.KEY_LENGTH)).isEqualTo("20000");
        assertThat(text(record, DeadLetterHeader.VALUE_LENGTH)).isEqualTo("5000");
    }

    @Test
    void tellsOfTheEnginesFramesOnlyHowManyThereAre() {
        RuntimeException failure = new IllegalStateException("bad");
        List<StackTraceElement> frames = new ArrayList<>();
        frames.add(new StackTraceElement("com.example.Step", "apply", "Step.java", 7));
        frames.add(new StackTraceElement("org.apache.kafka.streams.A", "a", "A.java", 1));
        frames.add(new StackTraceElement("com.example.Other", "apply", "Other.java", 8));
        for (int i = 0; i < 30; i++) {
            frames.add(new StackTraceElement("org.apache.kafka.streams.B", "b", "B.java", i));
        }
        frames.add(new StackTraceElement("io.streamsboot.topology.runtime.internal.C", "c", "C.java", 3));
        frames.add(new StackTraceElement("java.lang.Thread", "run", "Thread.java", 9));
        failure.setStackTrace(frames.toArray(StackTraceElement[]::new));
        assertThat(Cause.of(failure, EnvelopeLimits.DEFAULT).stackTrace()).isEqualTo("""
                java.lang.IllegalStateException: bad
                \tat com.example.Step.apply(Step.java:7)
                \tat org.apache.kafka.streams.A.a(A.java:1)
                \tat com.example.Other.apply(Other.java:8)
                \t… 31 frames of the engine
                \tat java.lang.Thread.run(Thread.java:9)
                """);
    }

    @Test
    void cutsTheStackTraceBeforeTheValue() {
        DeadLetter letter = letter(Payload.of(Content.SOURCE, null, new byte[4_000], List.of()));

        DeadLetter decoded = roundTrip(letter, 8_000);

        assertThat(decoded.payload().isCut()).isFalse();
        assertThat(decoded.cause().stackTrace()).hasSizeLessThanOrEqualTo(1_025);
    }

    @Test
    void cutsMessagesOfAMegabyteWithoutCollectingThem() {
        String huge = "\uD83D\uDE00".repeat(1 << 19);
        Cause cause = Cause.of(new RuntimeException(huge, new Exception(huge)), new EnvelopeLimits(1_000, 101));

        assertThat(cause.message()).hasSize(101).endsWith("\uD83D\uDE00…");
        assertThat(cause.stackTrace()).hasSizeLessThanOrEqualTo(1_001);
    }

    @Test
    void describesExceptionsThatThrowThemselves() {
        Cause cause = Cause.of(
                new RuntimeException() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public String getMessage() {
                        throw new IllegalStateException("no");
                    }
                },
                EnvelopeLimits.DEFAULT);

        assertThat(cause.message()).isNull();
        assertThat(cause.type()).contains("EnvelopeTests");
    }

    @Test
    void isNotDeceivedByOtherRecords() {
        assertThat(Envelope.decode(consumed(new ProducerRecord<>("dead", new byte[0], new byte[0]))))
                .isNull();
        ProducerRecord<byte[], byte[]> garbled = Envelope.encode(letter(Payload.NONE), "dead", null, PLENTY);
        garbled.headers()
                .remove(DeadLetterHeader.STAGE.key())
                .remove(DeadLetterHeader.APPLICATION.key())
                .remove(DeadLetterHeader.ATTEMPT.key())
                .add(DeadLetterHeader.ATTEMPT.key(), "many".getBytes(UTF_8))
                .add(DeadLetterHeader.SOURCE_OFFSET.key(), null);
        DeadLetter decoded = Envelope.decode(consumed(garbled));
        assertThat(decoded).isNotNull();
        assertThat(decoded.history().attempt()).isEqualTo(1);
        assertThat(decoded.place().application()).isEmpty();
    }

    @Test
    void namesEveryHeaderOnceUnderOnePrefix() {
        Set<String> names = new HashSet<>();
        for (DeadLetterHeader header : DeadLetterHeader.values()) {
            assertThat(header.key()).startsWith(DeadLetterHeader.PREFIX);
            assertThat(header.key()).doesNotStartWith(DeadLetterHeader.ORIGINAL_PREFIX);
            assertThat(names.add(header.key())).isTrue();
        }
    }

    private static DeadLetter letter(Payload payload) {
        return new DeadLetter(
                payload,
                new Origin("in", 0, 1, 2, "CreateTime", 1),
                place(),
                Cause.of(new IllegalStateException("boom"), EnvelopeLimits.DEFAULT),
                Envelope.history(payload.headers(), payload.headers(), NOW),
                null,
                null);
    }

    private static Place place() {
        return new Place(Stage.DECODE, "app", "orders", 0, "source", "0_0");
    }

    private static DeadLetter roundTrip(DeadLetter letter, long limit) {
        DeadLetter decoded = Envelope.decode(consumed(Envelope.encode(letter, "dead", null, limit)));
        assertThat(decoded).isNotNull();
        return decoded;
    }

    private static ConsumerRecord<byte[], byte[]> consumed(ProducerRecord<byte[], byte[]> record) {
        return new ConsumerRecord<>(
                record.topic(),
                0,
                7,
                record.timestamp() == null ? 0 : record.timestamp(),
                TimestampType.CREATE_TIME,
                0,
                0,
                record.key(),
                record.value(),
                new RecordHeaders(record.headers().toArray()),
                Optional.empty());
    }

    private static void assertSame(List<Header> actual, List<Header> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            assertThat(actual.get(i).key()).isEqualTo(expected.get(i).key());
            assertThat(actual.get(i).value()).isEqualTo(expected.get(i).value());
        }
    }

    private static @Nullable String text(ProducerRecord<byte[], byte[]> record, DeadLetterHeader header) {
        Header found = record.headers().lastHeader(header.key());
        return found == null ? null : new String(found.value(), UTF_8);
    }
}
