package io.streamsboot.workflow.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.core.deadletter.DeadLetterHeader;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.workflow.Outcome;
import io.streamsboot.workflow.RecordHandler;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.MemoryJournal;
import io.streamsboot.workflow.options.BatchOptions;
import io.streamsboot.workflow.options.Delivery;
import io.streamsboot.workflow.options.OnError;
import io.streamsboot.workflow.options.WorkflowOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@WithDevBroker
class WorkflowsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final DevBroker broker;
    private final String in = "in-" + UUID.randomUUID();
    private final String out = in + ".out";

    WorkflowsIT(DevBroker broker) {
        this.broker = broker;
    }

    @BeforeEach
    void topics() {
        broker.createTopic(in, 3);
        broker.createTopic(out, 3);
    }

    @ParameterizedTest
    @EnumSource(Delivery.class)
    void handlesEveryRecordOnceAndKeepsTheOrderOfKeys(Delivery delivery) {
        send(600, 20);
        try (Workflows workflows = start(options -> options.withDelivery(delivery), (value, context) -> {
            String step = context.step("upper", () -> value + "!");
            return step;
        })) {
            awaitCommitted(workflows, 600);
        }
        List<ConsumerRecord<byte[], byte[]>> written = read(out);
        assertThat(written).hasSize(600);
        Map<String, Integer> last = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : written) {
            String key = text(record.key());
            int number = Integer.parseInt(text(record.value()).replace("!", ""));
            assertThat(last.getOrDefault(key, -1)).as("order of key %s", key).isLessThan(number);
            last.put(key, number);
            assertThat(header(record, "streams.run-id")).startsWith("enricher:" + in + ":");
        }
    }

    @Test
    void goesOnBeyondARecordThatTakesLong() {
        send(60, 60);
        CountDownLatch blocked = new CountDownLatch(1);
        Set<String> done = ConcurrentHashMap.newKeySet();
        try (Workflows workflows = start(same -> same, (value, context) -> {
            if (value.equals("0")) {
                blocked.await();
            }
            done.add(value);
            return value;
        })) {
            await().atMost(PATIENCE).until(() -> done.size() == 59);
            await().atMost(PATIENCE).until(() -> status(workflows).counts().succeeded() == 59);
            await().atMost(PATIENCE).until(() -> status(workflows).work().running() == 1);
            blocked.countDown();
            awaitCommitted(workflows, 60);
        }
    }

    @Test
    void doesNotHandleAgainWhatItsCommitNamesAsFinished() {
        send(60, 60);
        CountDownLatch blocked = new CountDownLatch(1);
        Map<String, Integer> handled = new ConcurrentHashMap<>();
        RecordHandler<String> handler = (value, context) -> {
            handled.merge(value, 1, Integer::sum);
            if (value.equals("0") && blocked.getCount() > 0) {
                blocked.await();
            }
            return value;
        };
        UnaryOperator<WorkflowOptions> exactly = options -> options.withDelivery(Delivery.EXACTLY_ONCE);
        try (Workflows workflows = start(exactly, handler, Duration.ofMillis(200))) {
            await().atMost(PATIENCE).until(() -> status(workflows).counts().succeeded() == 59);
        }
        blocked.countDown();
        // Another journal: what is skipped is skipped because of the commit.
        try (Workflows workflows = start(exactly, handler, Duration.ofSeconds(5))) {
            awaitCommitted(workflows, 1);
        }
        handled.remove("0");
        assertThat(handled.values()).containsOnly(1);
        assertThat(read(out)).hasSize(60);
    }

    @Test
    void setsAsideWhatFailsAndWhatCannotBeDecoded() {
        try (KafkaProducer<String, String> producer = producer()) {
            for (String value : List.of("1", "two", "3", "4", "5")) {
                producer.send(new ProducerRecord<>(in, 0, "k", value));
            }
            producer.send(new ProducerRecord<>(in, 0, "k", null));
        }
        AtomicInteger attempts = new AtomicInteger();
        WorkflowDefinition definition = WorkflowDefinition.builder("enrich")
                .from(in, RecordCodec.json(Integer.class))
                .to(out, RecordCodec.string())
                .group("enricher")
                .options(options -> options.withFailure(options.failure().withMaxRetries(1)))
                .handler((number, context) -> {
                    if (number == 3) {
                        attempts.incrementAndGet();
                        throw new IllegalStateException("three");
                    }
                    return number == 4
                            ? Outcome.dead("four")
                            : number == 5 ? Outcome.emitTo("no-such-topic-" + in, "x") : "" + number;
                });
        try (Workflows workflows = start(definition, Duration.ofSeconds(5))) {
            await().atMost(PATIENCE)
                    .until(() -> status(workflows).counts().dead()
                                    + status(workflows).counts().succeeded()
                            >= 5);
            awaitLagGone(workflows);
            assertThat(status(workflows).counts().tombstones()).isEqualTo(1);
        }
        assertThat(attempts).hasValue(2);
        assertThat(read(out)).hasSize(1);
        List<ConsumerRecord<byte[], byte[]>> letters = read(in + ".dlq");
        assertThat(letters).extracting(letter -> text(letter.value())).containsExactlyInAnyOrder("two", "3", "4", "5");
        for (ConsumerRecord<byte[], byte[]> letter : letters) {
            String stage = header(letter, DeadLetterHeader.STAGE.key());
            assertThat(stage)
                    .isEqualTo(
                            text(letter.value()).equals("two")
                                    ? "decode"
                                    : text(letter.value()).equals("5") ? "produce" : "process");
        }
    }

    @Test
    void stopsAtAFailureIfToldSoAndLosesNothing() {
        send(3, 3);
        UnaryOperator<WorkflowOptions> options = same ->
                same.withFailure(same.failure().withOnError(OnError.FAIL).withMaxRetries(0));
        try (Workflows workflows = start(options, (value, context) -> {
            if (value.equals("1")) {
                throw new IllegalStateException("one");
            }
            return value;
        })) {
            await().atMost(PATIENCE).until(() -> status(workflows).state() == WorkflowState.FAILED);
            assertThat(status(workflows).failure()).contains("one");
        }
        try (Workflows workflows = start(options, (value, context) -> value)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(values(read(out))).contains("0", "1", "2"));
            assertThat(status(workflows).failure()).isNull();
        }
        assertThat(values(read(out))).containsExactlyInAnyOrder("0", "1", "2");
    }

    @Test
    void formsBatches() {
        send(500, 500);
        List<Integer> sizes = new ArrayList<>();
        WorkflowDefinition definition = WorkflowDefinition.builder("enrich")
                .from(in, RecordCodec.string())
                .to(out, RecordCodec.string())
                .group("enricher")
                .options(options -> options.withDelivery(Delivery.EXACTLY_ONCE)
                        .withBatch(new BatchOptions(50, Duration.ofMillis(50))))
                .batchHandler((values, context) -> {
                    synchronized (sizes) {
                        sizes.add(values.size());
                    }
                    return values;
                });
        try (Workflows workflows = start(definition, Duration.ofSeconds(5))) {
            awaitCommitted(workflows, 500);
        }
        assertThat(new HashSet<>(values(read(out)))).hasSize(500);
        assertThat(sizes).allMatch(size -> size <= 50).anyMatch(size -> size > 1);
    }

    @ParameterizedTest
    @EnumSource(Delivery.class)
    void handsPartitionsOverWithoutLossOrDoubles(Delivery delivery) {
        send(900, 30);
        UnaryOperator<WorkflowOptions> options = same -> same.withDelivery(delivery);
        RecordHandler<String> handler = (value, context) -> context.step("s", () -> value);
        try (Workflows one = start(options, handler)) {
            await().atMost(PATIENCE).until(() -> status(one).counts().succeeded() > 0);
            try (Workflows two = start(options, handler)) {
                await().atMost(PATIENCE)
                        .until(() -> !status(two).partitions().isEmpty()
                                && status(two).partitions().stream().noneMatch(PartitionStatus::paused));
                send(900, 30);
                await().atMost(PATIENCE)
                        .until(() -> status(one).counts().succeeded()
                                        + status(two).counts().succeeded()
                                == 1_800);
                assertThat(status(two).counts().succeeded()).isPositive();
            }
        }
        assertThat(read(out)).hasSize(1_800);
    }

    private WorkflowStatus status(Workflows workflows) {
        return Objects.requireNonNull(workflows.status("enrich"));
    }

    private void awaitCommitted(Workflows workflows, int records) {
        await().atMost(PATIENCE).until(() -> status(workflows).counts().succeeded() >= records);
        awaitLagGone(workflows);
    }

    private void awaitLagGone(Workflows workflows) {
        await().atMost(PATIENCE)
                .until(() -> status(workflows).partitions().size() == 3
                        && status(workflows).partitions().stream().allMatch(partition -> partition.uncommitted() == 0));
    }

    private Workflows start(UnaryOperator<WorkflowOptions> options, RecordHandler<String> handler) {
        return start(options, handler, Duration.ofSeconds(5));
    }

    private Workflows start(
            UnaryOperator<WorkflowOptions> options, RecordHandler<String> handler, Duration drainPatience) {
        return start(
                WorkflowDefinition.builder("enrich")
                        .from(in, RecordCodec.string())
                        .to(out, RecordCodec.string())
                        .group("enricher")
                        .options(options)
                        .handler(handler),
                drainPatience);
    }

    private Workflows start(WorkflowDefinition definition, Duration drainPatience) {
        Workflows workflows = Workflows.builder(Map.of("bootstrap.servers", broker.bootstrapServers()))
                .journal(new MemoryJournal())
                .drainPatience(drainPatience)
                .workflow(definition)
                .build();
        workflows.start();
        return workflows;
    }

    private void send(int count, int keys) {
        try (KafkaProducer<String, String> producer = producer()) {
            for (int i = 0; i < count; i++) {
                producer.send(new ProducerRecord<>(in, "k" + i % keys, "" + i));
            }
        }
    }

    private KafkaProducer<String, String> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()), new StringSerializer(), new StringSerializer());
    }

    private List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        return TopicRecords.committed(broker.bootstrapServers(), topic);
    }

    private static List<String> values(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream().map(record -> text(record.value())).toList();
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return text(record.headers().lastHeader(name).value());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
