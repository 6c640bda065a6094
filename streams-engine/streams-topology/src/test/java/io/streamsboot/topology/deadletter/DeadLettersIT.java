package io.streamsboot.topology.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.deadletter.BytesHeader;
import io.streamsboot.core.deadletter.Cause;
import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Content;
import io.streamsboot.core.deadletter.DeadLetter.Origin;
import io.streamsboot.core.deadletter.DeadLetter.Payload;
import io.streamsboot.core.deadletter.DeadLetter.Place;
import io.streamsboot.core.deadletter.DeadLetterAction;
import io.streamsboot.core.deadletter.DeadLetterException;
import io.streamsboot.core.deadletter.DeadLetterFilter;
import io.streamsboot.core.deadletter.DeadLetterHeader;
import io.streamsboot.core.deadletter.DeadLetterPage;
import io.streamsboot.core.deadletter.DeadLetterProgress;
import io.streamsboot.core.deadletter.DeadLetterProgress.State;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import io.streamsboot.core.deadletter.DeadLetterRequest.Pace;
import io.streamsboot.core.deadletter.DeadLetterRequest.Selection;
import io.streamsboot.core.deadletter.DeadLetterSummary;
import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.core.deadletter.Envelope;
import io.streamsboot.core.deadletter.EnvelopeLimits;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

@WithDevBroker
class DeadLettersIT {

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final DevBroker broker;
    private final List<DeadLetterProgress> audited = new CopyOnWriteArrayList<>();
    private String topic = "";
    private String source = "";
    private DeadLetters letters;

    DeadLettersIT(DevBroker broker) {
        this.broker = broker;
    }

    @BeforeEach
    void open(TestInfo test) {
        source = test.getTestMethod().orElseThrow().getName();
        topic = source + ".dead-letters";
        broker.createTopic(source, 4);
        broker.createTopic(topic, 2);
        letters = openLetters();
    }

    private DeadLetters openLetters() {
        return DeadLetters.open(
                Map.of("bootstrap.servers", broker.bootstrapServers()), () -> Set.of(topic), audited::add);
    }

    @AfterEach
    void close() {
        letters.close();
    }

    @Test
    void countsAndPagesAndFilters() {
        write(10, Stage.DECODE);
        write(5, Stage.PROCESS);
        DeadLetterSummary first = letters.scan(topic);
        assertThat(first.total()).isEqualTo(15);
        assertThat(first.stages()).isEqualTo(Map.of(Stage.DECODE, 10L, Stage.PROCESS, 5L));
        assertThat(first.exceptions()).isEqualTo(Map.of("java.lang.IllegalStateException", 15L));
        assertThat(first.ages().oldest()).isEqualTo(NOON);
        assertThat(first.countedUpTo().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(15);
        write(1, Stage.GLOBAL);
        assertThat(letters.summaries()).containsExactly(first);
        assertThat(letters.scan(topic).total()).isEqualTo(16);

        List<DeadLetter.Position> seen = new ArrayList<>();
        String cursor = null;
        do {
            DeadLetterPage page = letters.browse(topic, DeadLetterFilter.ALL, false, cursor, 5);
            page.entries().forEach(entry -> seen.add(entry.letter().position()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(seen).hasSize(16).doesNotHaveDuplicates();

        assertThat(browse(new DeadLetterFilter(Stage.PROCESS, null, null, null, null, null)))
                .hasSize(5);
        assertThat(browse(new DeadLetterFilter(null, "IllegalStateException", source, null, null, null)))
                .hasSize(16);
        assertThat(browse(new DeadLetterFilter(null, null, null, "k3".getBytes(UTF_8), null, null)))
                .hasSize(2);
        assertThat(browse(new DeadLetterFilter(null, null, null, null, NOON.plusSeconds(8), NOON.plusSeconds(9))))
                .hasSize(1);
        assertThat(browse(new DeadLetterFilter(null, "Other", null, null, null, null)))
                .isEmpty();
        assertThat(letters.browse("other", DeadLetterFilter.ALL, false, null, 5))
                .isNull();
        assertThatExceptionOfType(DeadLetterException.class)
                .isThrownBy(() -> letters.browse(topic, DeadLetterFilter.ALL, false, "x", 5))
                .withMessageContaining("'x' is no cursor");
    }

    @Test
    void replaysOnceHoweverOftenItIsAsked() {
        write(20, Stage.PROCESS);
        DeadLetterRequest request = DeadLetterRequest.replay("first", topic, Selection.ALL);

        DeadLetterProgress end = finish(letters, request);
        finish(letters, request);
        try (DeadLetters other = openLetters()) {
            finish(other, request);
            assertThat(finish(other, DeadLetterRequest.replay("second", topic, Selection.ALL))
                            .counts()
                            .matched())
                    .isZero();
        }

        assertThat(end.state()).isEqualTo(State.DONE);
        assertThat(end.counts()).isEqualTo(new DeadLetterProgress.Counts(20, 20, 0, 0));
        assertThat(end.targets()).isEqualTo(Map.of(source, 20L));
        List<ConsumerRecord<byte[], byte[]>> records = TopicRecords.committed(broker.bootstrapServers(), source);
        assertThat(records).hasSize(20);
        assertThat(records).allSatisfy(record -> {
            assertThat(record.timestamp()).isEqualTo(1_000);
            assertThat(record.partition()).isEqualTo(3);
            assertThat(text(record, DeadLetterHeader.ATTEMPT)).isEqualTo("1");
            assertThat(text(record, DeadLetterHeader.REPLAY_REQUEST)).isEqualTo("first");
            assertThat(record.headers().toArray()).hasSize(5);
        });
        assertThat(browse(DeadLetterFilter.ALL)).isEmpty();
        assertThat(letters.browse(topic, DeadLetterFilter.ALL, true, null, 100).entries())
                .hasSize(20)
                .allMatch(entry -> entry.mark() != null && entry.mark().action() == DeadLetterAction.REPLAY);
        assertThat(letters.scan(topic).open()).isZero();
        assertThat(audited).isNotEmpty();
    }

    @Test
    void rehearsesWithoutATrace() {
        write(7, Stage.PROCESS);

        DeadLetterProgress end = finish(
                letters, DeadLetterRequest.replay("dry", topic, Selection.ALL).at(Pace.DRY_RUN));

        assertThat(end.counts()).isEqualTo(new DeadLetterProgress.Counts(7, 7, 0, 0));
        assertThat(end.targets()).isEqualTo(Map.of(source, 7L));
        assertThat(TopicRecords.committed(broker.bootstrapServers(), source)).isEmpty();
        assertThat(browse(DeadLetterFilter.ALL)).hasSize(7);
    }

    @Test
    void stopsAndGoesOn() {
        write(60, Stage.PROCESS);
        DeadLetterRequest slow =
                DeadLetterRequest.replay("slow", topic, Selection.ALL).at(new Pace(10, false));

        letters.submit(slow);
        assertThatExceptionOfType(DeadLetterException.class)
                .isThrownBy(() -> letters.submit(DeadLetterRequest.replay("other", topic, Selection.ALL)))
                .withMessageContaining("'slow' is at work");
        await().atMost(PATIENCE)
                .until(() -> !TopicRecords.committed(broker.bootstrapServers(), source)
                        .isEmpty());
        assertThat(letters.stop(topic, "slow")).isTrue();
        DeadLetterProgress stopped = ended(letters, slow);

        assertThat(stopped.state()).isEqualTo(State.STOPPED);
        assertThat(stopped.counts().done()).isBetween(1L, 59L);
        assertThat(TopicRecords.committed(broker.bootstrapServers(), source))
                .hasSize((int) stopped.counts().done());
        DeadLetterProgress end = finish(letters, DeadLetterRequest.replay("slow", topic, Selection.ALL));
        assertThat(end.state()).isEqualTo(State.DONE);
        assertThat(end.counts().done()).isEqualTo(60);
        assertThat(TopicRecords.committed(broker.bootstrapServers(), source)).hasSize(60);
    }

    @Test
    void neverSendsTwiceWhenTwoInstancesWorkAtOnce() {
        write(60, Stage.PROCESS);
        DeadLetterRequest slow =
                DeadLetterRequest.replay("slow", topic, Selection.ALL).at(new Pace(20, false));
        letters.submit(slow);
        await().atMost(PATIENCE)
                .until(() -> !TopicRecords.committed(broker.bootstrapServers(), source)
                        .isEmpty());

        try (DeadLetters other = openLetters()) {
            assertThat(finish(other, DeadLetterRequest.replay("fast", topic, Selection.ALL))
                            .state())
                    .isEqualTo(State.DONE);
        }

        DeadLetterProgress fenced = ended(letters, slow);
        assertThat(fenced.state()).isEqualTo(State.STOPPED);
        assertThat(fenced.message()).contains("another instance");
        assertThat(TopicRecords.committed(broker.bootstrapServers(), source)).hasSize(60);
    }

    @Test
    void replaysAnotherValueAndKeepsTheOriginal() {
        write(3, Stage.PROCESS);
        DeadLetter.Position second = browse(DeadLetterFilter.ALL).get(1).position();
        Selection edited =
                new Selection(List.of(second), DeadLetterFilter.ALL, Map.of(second, "mended".getBytes(UTF_8)));
        broker.createTopic(source + "-elsewhere", 1);

        DeadLetterProgress end =
                finish(letters, DeadLetterRequest.replay("edit", topic, edited).to(source + "-elsewhere"));

        assertThat(end.counts().done()).isEqualTo(1);
        assertThat(TopicRecords.committed(broker.bootstrapServers(), source + "-elsewhere"))
                .extracting(record -> new String(record.value(), UTF_8))
                .containsExactly("mended");
        assertThat(letters.browse(topic, DeadLetterFilter.ALL, true, null, 10).entries())
                .hasSize(3)
                .allMatch(entry -> new String(entry.letter().payload().value(), UTF_8).startsWith("v"));
    }

    @Test
    void saysWhatCannotBeReplayedAndDoesTheRest() {
        write(2, Stage.PROCESS);
        List<ProducerRecord<byte[], byte[]>> odd = new ArrayList<>();
        odd.add(encode(letter(100, Stage.PUNCTUATE, Payload.NONE, source)));
        odd.add(encode(new DeadLetter(
                new Payload(Content.SOURCE, null, new byte[1], List.of(), 100, null),
                new Origin(source, 0, 50, 1, null, 4),
                place(Stage.DECODE),
                cause(),
                Envelope.history(List.of(), List.of(), NOON),
                null,
                null)));
        odd.add(encode(letter(101, Stage.PROCESS, payload(101), source + "-gone")));
        // Another node failed on a record that is there already.
        odd.add(encode(letter(1_000, Stage.PROCESS, payload(0), source)));
        Letters.send(broker.bootstrapServers(), odd);

        DeadLetterProgress end = finish(letters, DeadLetterRequest.replay("odd", topic, Selection.ALL));

        assertThat(end.state()).isEqualTo(State.DONE);
        assertThat(end.counts()).isEqualTo(new DeadLetterProgress.Counts(6, 2, 1, 3));
        assertThat(end.message()).isNotBlank();
        assertThat(TopicRecords.committed(broker.bootstrapServers(), source)).hasSize(2);
        assertThat(browse(DeadLetterFilter.ALL)).hasSize(3);
    }

    @Test
    void purgesAndFreesTheRoom() {
        write(10, Stage.DECODE);
        write(1, Stage.PROCESS);

        DeadLetterProgress end = finish(
                letters,
                DeadLetterRequest.purge(
                        "purge",
                        topic,
                        Selection.of(new DeadLetterFilter(Stage.DECODE, null, null, null, null, null))));

        assertThat(end.counts().done()).isEqualTo(10);
        assertThat(TopicRecords.committed(broker.bootstrapServers(), source)).isEmpty();
        assertThat(browse(DeadLetterFilter.ALL)).hasSize(1);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(letters.scan(topic).total()).isLessThan(11));
        assertThat(letters.scan(topic).open()).isEqualTo(1);
    }

    private List<DeadLetter> browse(DeadLetterFilter filter) {
        DeadLetterPage page = letters.browse(topic, filter, false, null, 1_000);
        assertThat(page).isNotNull();
        return page.entries().stream().map(DeadLetterPage.Entry::letter).toList();
    }

    private DeadLetterProgress finish(DeadLetters with, DeadLetterRequest request) {
        assertThat(with.submit(request)).isNotNull();
        return ended(with, request);
    }

    private DeadLetterProgress ended(DeadLetters with, DeadLetterRequest request) {
        return await().atMost(PATIENCE)
                .until(
                        () -> with.progress(request.topic(), request.requestId()),
                        progress -> progress != null && progress.state() != State.RUNNING);
    }

    private void write(int count, Stage stage) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(encode(letter(i + 1_000 * stage.ordinal(), stage, payload(i), source)));
        }
        Letters.send(broker.bootstrapServers(), records);
    }

    private ProducerRecord<byte[], byte[]> encode(DeadLetter letter) {
        return Envelope.encode(letter, topic, null, 1 << 20);
    }

    private static Payload payload(int number) {
        return Payload.of(
                Content.SOURCE,
                ("k" + number).getBytes(UTF_8),
                ("v" + number).getBytes(UTF_8),
                List.of(BytesHeader.of("own", "1")));
    }

    private static DeadLetter letter(int offset, Stage stage, Payload payload, String source) {
        List<Header> headers = payload.headers();
        return new DeadLetter(
                payload,
                new Origin(source, 3, offset, 1_000, "CreateTime", 4),
                place(stage),
                cause(),
                Envelope.history(headers, headers, NOON.plusSeconds(offset % 1_000)),
                null,
                null);
    }

    private static Place place(Stage stage) {
        return new Place(stage, "app", "main", 0, "node", "0_3");
    }

    private static Cause cause() {
        return Cause.of(new IllegalStateException("boom"), EnvelopeLimits.DEFAULT);
    }

    private static @Nullable String text(ConsumerRecord<byte[], byte[]> record, DeadLetterHeader header) {
        Header found = record.headers().lastHeader(header.key());
        return found == null ? null : new String(found.value(), UTF_8);
    }
}
