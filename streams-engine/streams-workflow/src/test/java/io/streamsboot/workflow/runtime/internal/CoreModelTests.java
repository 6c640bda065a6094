package io.streamsboot.workflow.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.options.Delivery;
import io.streamsboot.workflow.options.Order;
import io.streamsboot.workflow.run.internal.Output;
import io.streamsboot.workflow.run.internal.RecordOutcome;
import io.streamsboot.workflow.run.internal.RunResult;
import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * The core against a cluster in a few maps: random arrivals, ends of runs, failures, windows that fail, rebalances and
 * crashes. In the end every record must have its output, with exactly-once once.
 */
class CoreModelTests {

    private static final int RECORDS = 120;
    private static final int KEYS = 7;
    private static final List<TopicPartition> PARTITIONS =
            List.of(new TopicPartition("in", 0), new TopicPartition("in", 1));

    private final Map<TopicPartition, TreeMap<Long, ConsumerRecord<byte[], byte[]>>> log = new HashMap<>();
    private final Map<TopicPartition, Commit> committed = new HashMap<>();
    private final Map<String, Integer> written = new HashMap<>();
    private final Set<String> mayDouble = new HashSet<>();
    private final Map<String, Long> lastOfKey = new HashMap<>();

    @RepeatedTest(150)
    void exactlyOnceInOrderOfKeys(RepetitionInfo repetition) {
        play(repetition.getCurrentRepetition(), Delivery.EXACTLY_ONCE, Order.KEY, false);
        assertThat(written.values()).as("outputs").containsOnly(1);
    }

    @RepeatedTest(50)
    void exactlyOnceInBatches(RepetitionInfo repetition) {
        play(1_000 + repetition.getCurrentRepetition(), Delivery.EXACTLY_ONCE, Order.KEY, true);
        assertThat(written.values()).as("outputs").containsOnly(1);
    }

    @RepeatedTest(50)
    void exactlyOnceWithoutOrder(RepetitionInfo repetition) {
        play(2_000 + repetition.getCurrentRepetition(), Delivery.EXACTLY_ONCE, Order.NONE, false);
        assertThat(written.values()).as("outputs").containsOnly(1);
    }

    @RepeatedTest(50)
    void atLeastOnceDoublesOnlyWhatACrashLeftUncommitted(RepetitionInfo repetition) {
        play(3_000 + repetition.getCurrentRepetition(), Delivery.AT_LEAST_ONCE, Order.KEY, false);
        written.forEach((id, count) -> {
            if (count > 1) {
                assertThat(mayDouble).contains(id);
            }
        });
    }

    private void play(long seed, Delivery delivery, Order order, boolean batch) {
        Random random = new Random(seed);
        fill(random);
        Process process = new Process(random, delivery, order, batch);
        process.assignAll();
        for (int step = 0; step < 4_000 && !isDone(); step++) {
            int dice = random.nextInt(1_000);
            if (dice < 4) {
                process.crash();
                process = new Process(random, delivery, order, batch);
                process.assignAll();
            } else if (dice < 10) {
                process.rebalance();
            } else {
                process.step(true);
            }
        }
        for (int step = 0; step < 20_000 && !isDone(); step++) {
            process.step(false);
        }
        assertThat(written).hasSize(RECORDS * PARTITIONS.size());
        for (TopicPartition id : PARTITIONS) {
            assertThat(committed.get(id).offset()).isEqualTo(log.get(id).lastKey() + 1);
            assertThat(committed.get(id).metadata()).isEmpty();
        }
    }

    private boolean isDone() {
        return PARTITIONS.stream()
                .allMatch(id -> committed.get(id) != null
                        && committed.get(id).offset() == log.get(id).lastKey() + 1);
    }

    private void fill(Random random) {
        for (TopicPartition id : PARTITIONS) {
            TreeMap<Long, ConsumerRecord<byte[], byte[]>> records = new TreeMap<>();
            for (long offset = 0;
                    records.size() < RECORDS;
                    offset += 1 + (random.nextInt(5) == 0 ? random.nextInt(9) : 0)) {
                byte[] key = random.nextInt(10) == 0 ? null : bytes("k" + random.nextInt(KEYS));
                byte[] value = bytes(id.partition() + "@" + offset);
                records.put(
                        offset,
                        new ConsumerRecord<>(
                                id.topic(),
                                id.partition(),
                                offset,
                                0,
                                TimestampType.CREATE_TIME,
                                -1,
                                value.length,
                                key,
                                value,
                                new ProducerRecord<byte[], byte[]>("x", null).headers(),
                                Optional.empty()));
            }
            log.put(id, records);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A process that can end at any moment: nothing of it remains but what it has told the cluster. */
    private final class Process implements CoreActions {

        private final Random random;
        private final Delivery delivery;
        private final Order order;
        private final Core core;
        private final List<Work> running = new ArrayList<>();
        private final List<Runnable> decodes = new ArrayList<>();
        private final List<Runnable> timers = new ArrayList<>();
        private final Map<TopicPartition, Partition> assigned = new HashMap<>();
        private final Map<TopicPartition, Long> positions = new HashMap<>();
        private final Map<Partition, Commit> commits = new HashMap<>();
        private final Set<String> producedUncommitted = new HashSet<>();
        private Window sending;
        private long time = 1;

        private Process(Random random, Delivery delivery, Order order, boolean batch) {
            this.random = random;
            this.delivery = delivery;
            this.order = order;
            var builder = WorkflowDefinition.builder("w")
                    .from("in", RecordCodec.bytes())
                    .to("out", RecordCodec.bytes())
                    .options(options -> options.withDelivery(delivery)
                            .withConcurrency(
                                    options.concurrency().withOrder(order).withMaxConcurrency(5)));
            WorkflowDefinition definition = batch
                    ? builder.batchHandler((values, context) -> values)
                    : builder.handler((value, context) -> value);
            Counters counters = new Counters();
            TopicFacts topics = new TopicFacts() {
                @Override
                public Facts facts(String topic) {
                    // The answer may come while a window is being put together.
                    return random.nextInt(6) == 0 ? null : new Facts(2, 1_000_000);
                }

                @Override
                public void forget(String topic) {}
            };
            HoldLog holds = new HoldLog("w", this::nanoTime);
            Verdicts verdicts = new Verdicts(
                    definition,
                    new LetterDesk(definition, topics, Clock.systemUTC()),
                    topics,
                    counters,
                    holds,
                    this::nanoTime);
            this.core = new Core(definition, this, verdicts, new WindowBuilder(topics, verdicts), counters, holds);
        }

        void assignAll() {
            PARTITIONS.forEach(this::assign);
        }

        private void assign(TopicPartition id) {
            Partition partition = new Partition(id, time++);
            assigned.put(id, partition);
            core.assigned(partition);
            Commit there = committed.get(id);
            long from = there == null ? -1 : there.offset();
            core.opened(partition, from, FinishedMap.decode(from, there == null ? null : there.metadata()), null);
            positions.put(id, Math.max(0, from));
        }

        void step(boolean mayFail) {
            time += Duration.ofMillis(5).toNanos();
            switch (random.nextInt(6)) {
                case 0 -> poll();
                case 1, 2 -> endRun(mayFail);
                case 3 -> endWindow(mayFail);
                case 4 -> commit(mayFail);
                default -> {
                    List<Runnable> due = List.copyOf(timers);
                    timers.clear();
                    due.forEach(Runnable::run);
                    List<Runnable> decoding = List.copyOf(decodes);
                    decodes.clear();
                    decoding.forEach(Runnable::run);
                }
            }
            if (random.nextInt(3) > 0) {
                // Otherwise the next call belongs to the same burst.
                core.pump();
            }
        }

        private void poll() {
            TopicPartition id = PARTITIONS.get(random.nextInt(PARTITIONS.size()));
            Partition partition = assigned.get(id);
            if (partition == null) {
                return;
            }
            List<ConsumerRecord<byte[], byte[]>> records = log.get(id).tailMap(positions.get(id)).values().stream()
                    .limit(1 + random.nextInt(12))
                    .toList();
            if (!records.isEmpty()) {
                partition.uncommitted.addAndGet(records.size());
                long position = records.get(records.size() - 1).offset() + 1;
                positions.put(id, position);
                core.polled(partition, records, position);
            }
        }

        private void endRun(boolean mayFail) {
            if (running.isEmpty()) {
                return;
            }
            Work work = running.remove(random.nextInt(running.size()));
            if (mayFail && random.nextInt(12) == 0) {
                core.attemptEnded(
                        work,
                        new RunResult.Failed(
                                io.streamsboot.core.failure.Stage.PROCESS, new IllegalStateException("flaky"), false));
                return;
            }
            List<RecordOutcome> outcomes = new ArrayList<>();
            for (ConsumerRecord<byte[], byte[]> record : work.records()) {
                outcomes.add(new RecordOutcome.Written(
                        List.of(new Output("out", null, record.key(), record.value(), 0, List.of()))));
            }
            core.attemptEnded(work, new RunResult.Completed(outcomes, false));
        }

        private void endWindow(boolean mayFail) {
            Window window = sending;
            if (window == null) {
                return;
            }
            sending = null;
            int dice = mayFail ? random.nextInt(10) : 9;
            if (dice < 2 || !window.isWanted()) {
                core.windowEnded(window, new Window.Again(new KafkaException("no luck")));
                return;
            }
            for (Work work : window.works()) {
                work.outputs.forEach(output -> write(output));
            }
            if (delivery == Delivery.EXACTLY_ONCE) {
                window.commits().forEach((partition, commit) -> store(partition, commit));
            }
            core.windowEnded(window, new Window.Sent());
        }

        private void write(Output output) {
            String id = new String(output.value(), StandardCharsets.UTF_8);
            written.merge(id, 1, Integer::sum);
            producedUncommitted.add(id);
            if (order == Order.KEY && output.key() != null && delivery == Delivery.EXACTLY_ONCE) {
                String partition = id.substring(0, id.indexOf('@'));
                long offset = Long.parseLong(id.substring(id.indexOf('@') + 1));
                Long before = lastOfKey.put(partition + new String(output.key(), StandardCharsets.UTF_8), offset);
                assertThat(before == null || before < offset)
                        .as("key order at %s after %s", id, before)
                        .isTrue();
            }
        }

        private void store(Partition partition, Commit commit) {
            Commit before = committed.put(partition.id(), commit);
            assertThat(before == null || before.offset() <= commit.offset()).isTrue();
            assertThat(commit.metadata().length()).isLessThanOrEqualTo(FinishedMap.MAX_LENGTH);
            FinishedMap map = FinishedMap.decode(commit.offset(), commit.metadata());
            for (long offset : log.get(partition.id()).keySet()) {
                if (offset < commit.offset() || map.contains(offset)) {
                    String id = partition.id().partition() + "@" + offset;
                    assertThat(written).as("committed output").containsKey(id);
                    producedUncommitted.remove(id);
                }
            }
        }

        private void commit(boolean mayFail) {
            for (Map.Entry<Partition, Commit> entry : List.copyOf(commits.entrySet())) {
                commits.remove(entry.getKey());
                if (assigned.get(entry.getKey().id()) == entry.getKey()) {
                    boolean done = !mayFail || random.nextInt(5) > 0;
                    if (done) {
                        store(entry.getKey(), entry.getValue());
                    } else {
                        commits.putIfAbsent(entry.getKey(), entry.getValue());
                    }
                    core.committed(entry.getKey(), entry.getValue(), done);
                }
            }
        }

        void crash() {
            mayDouble.addAll(producedUncommitted);
        }

        void rebalance() {
            TopicPartition id = PARTITIONS.get(random.nextInt(PARTITIONS.size()));
            if (random.nextInt(4) == 0) {
                boolean[] done = {false};
                core.lost(List.of(id), () -> done[0] = true);
                for (int i = 0; i < 1_000 && !done[0]; i++) {
                    endWindow(true);
                    time += Duration.ofMillis(50).toNanos();
                    core.pump();
                }
                assertThat(done[0]).isTrue();
                mayDouble.addAll(producedUncommitted);
            } else {
                List<Map<TopicPartition, Commit>> left = new ArrayList<>();
                Partition leaving = assigned.get(id);
                core.revoke(List.of(id), Duration.ofSeconds(2), left::add);
                for (int i = 0; i < 2_000 && left.isEmpty(); i++) {
                    if (random.nextInt(3) > 0) {
                        endRun(true);
                    }
                    endWindow(true);
                    time += Duration.ofMillis(10).toNanos();
                    List<Runnable> due = List.copyOf(timers);
                    timers.clear();
                    due.forEach(Runnable::run);
                    core.pump();
                }
                assertThat(left).hasSize(1);
                Commit last = left.get(0).get(id);
                if (last != null) {
                    store(leaving, last);
                }
            }
            commits.keySet().removeIf(partition -> partition.id().equals(id));
            assign(id);
        }

        @Override
        public void attempt(Work work) {
            for (Work other : running) {
                if (!other.partition().dropped && order == Order.KEY && other.partition() == work.partition()) {
                    assertThat(keys(work)).as("keys in flight").noneMatch(keys(other)::contains);
                }
            }
            running.add(work);
            assertThat(running.stream()
                            .filter(each -> !each.partition().dropped)
                            .count())
                    .isLessThanOrEqualTo(5);
        }

        private Collection<String> keys(Work work) {
            return work.records().stream()
                    .map(ConsumerRecord::key)
                    .filter(Objects::nonNull)
                    .map(key -> new String(key, StandardCharsets.UTF_8))
                    .toList();
        }

        @Override
        public void decode(Partition partition, List<ConsumerRecord<byte[], byte[]>> records) {
            decodes.add(() -> core.decoded(
                    partition,
                    records.stream()
                            .map(record -> new Decoded(record, record.value(), null))
                            .toList()));
        }

        @Override
        public void send(Window window) {
            assertThat(sending).as("one window at a time").isNull();
            sending = window;
        }

        @Override
        public void commit(Partition partition, Commit commit) {
            commits.put(partition, commit);
        }

        @Override
        public void after(Duration delay, Runnable task) {
            timers.add(task);
        }

        @Override
        public void release(Partition partition) {}

        @Override
        public void stop(Work work, Throwable cause) {
            throw new AssertionError(cause);
        }

        @Override
        public long nanoTime() {
            return time;
        }
    }
}
