package io.streamsboot.pipeline.internal;

import io.streamsboot.core.failure.UnskippableException;
import io.streamsboot.pipeline.definition.BadData;
import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.internal.operator.Keyed;
import io.streamsboot.pipeline.internal.operator.KeyedTask;
import io.streamsboot.pipeline.internal.time.Item;
import io.streamsboot.pipeline.internal.time.Origin;
import io.streamsboot.pipeline.internal.time.SourceClock;
import io.streamsboot.pipeline.row.RowException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan without Kafka, in one thread: tasks for each partition, and between them queues that stand for repartition
 * topics, each in order, and in any order among each other.
 */
public final class Simulation implements AutoCloseable {

    /** How often tasks look at the clock while time passes: often enough to find that it is quiet. */
    private static final int LOOKS = 10;

    private final Plan plan;
    private final int partitions;
    private final Listener listener;
    private final Map<String, StageRunner> runners = new HashMap<>();
    private final Map<String, RowKeys> keys = new HashMap<>();
    private final Map<String, SourceClock> clocks = new LinkedHashMap<>();
    private final Map<String, KeyedTask> tasks = new LinkedHashMap<>();
    private final Map<String, Map<Bytes, byte[]>> tables = new HashMap<>();
    private final Map<String, Deque<Runnable>> channels = new LinkedHashMap<>();
    private final Map<String, Long> offsets = new HashMap<>();
    private long nowMs;

    /** Is told what comes out. */
    public interface Listener {

        /** A row of a dataset. */
        void row(String dataset, byte @Nullable [] key, byte[] value);

        /** A row that failed. */
        void failure(String dataset, byte @Nullable [] value, RuntimeException reason);
    }

    /** A run of a plan over topics of so many partitions. */
    public Simulation(Plan plan, int partitions, Listener listener) {
        this.plan = plan;
        this.partitions = partitions;
        this.listener = listener;
        for (Dataset dataset : plan.definition().datasets()) {
            for (int p = 0; plan.isSource(dataset.name()) && plan.isTimed(dataset.name()) && p < partitions; p++) {
                clocks.put(id(dataset.name(), p), plan.clock(dataset.name(), p, new MapState(), 0));
            }
        }
        for (CompiledStage stage : plan.stages()) {
            stage.tables().forEach(table -> tables.put(table, new HashMap<>()));
            for (int side = 0; side < stage.stage().inputs().size(); side++) {
                String input = stage.stage().inputs().get(side);
                String place = input + " -> " + stage.output();
                BadData onBadData = plan.definition().dataset(input).onBadData();
                if (stage.keyed() == null) {
                    runners.put(place, opened(stage.runner(onBadData)));
                } else {
                    RowKeys rowKeys = new RowKeys(stage.keyed(), side);
                    keys.put(place, rowKeys);
                    runners.put(place, opened(stage.runner(onBadData, rowKeys)));
                }
            }
            for (int p = 0; stage.keyed() != null && p < partitions; p++) {
                tasks.put(id(stage.output(), p), plan.task(stage, p, new MapState(), feed -> partitions, 0));
            }
            runners.put(stage.output(), opened(stage.afterRunner(plan.onBadData(stage))));
        }
    }

    private StageRunner opened(StageRunner runner) {
        runner.open((table, key) -> tables.getOrDefault(table, Map.of()).get(Bytes.wrap(key)));
        return runner;
    }

    private static String id(String name, int partition) {
        return name + "-" + partition;
    }

    /** A record of a topic. */
    public void record(String dataset, int partition, byte @Nullable [] key, byte @Nullable [] value, long timestamp) {
        Map<Bytes, byte[]> table = tables.get(dataset);
        if (table != null && key != null) {
            if (value == null) {
                table.remove(Bytes.wrap(key));
            } else {
                table.put(Bytes.wrap(key), value);
            }
        }
        long offset = offsets.merge(id(dataset, partition), 1L, Long::sum) - 1;
        SourceClock clock = clocks.get(id(dataset, partition));
        if (clock == null) {
            flow(dataset, partition, key, new Item.Row(value, new Origin(dataset, partition, offset, 0, 0, 0), null));
            return;
        }
        Item.Row row = clock.row(value, offset, timestamp, nowMs);
        if (clock.wakes()) {
            tell(dataset, partition, clock);
        }
        flow(dataset, partition, key, row);
    }

    /** Lets all sources tell how far they are. */
    public void tell() {
        clocks.forEach((id, clock) -> {
            int at = id.lastIndexOf('-');
            tell(id.substring(0, at), Integer.parseInt(id.substring(at + 1)), clock);
        });
    }

    private void tell(String dataset, int partition, SourceClock clock) {
        Item.Progress progress = clock.tell(nowMs);
        if (progress != null) {
            flow(dataset, partition, null, progress);
        }
    }

    /** Lets time pass. */
    public void advance(long millis) {
        long begin = nowMs;
        for (int look = 1; look <= LOOKS; look++) {
            nowMs = begin + millis * look / LOOKS;
            tell();
            settle(null);
            each((task, out) -> task.tick(nowMs, out));
        }
    }

    /** Closes everything that is open, stage by stage. */
    public void finish() {
        tell();
        settle(null);
        each(KeyedTask::finish);
    }

    /** Ends all programs. */
    @Override
    public void close() {
        runners.values().forEach(StageRunner::close);
    }

    private void each(BiConsumer<KeyedTask, KeyedTask.Sink> what) {
        for (CompiledStage stage : plan.stages()) {
            for (int p = 0; stage.keyed() != null && p < partitions; p++) {
                what.accept(Objects.requireNonNull(tasks.get(id(stage.output(), p))), new Output(stage, p));
            }
            settle(null);
        }
    }

    /** Delivers all that is under way: in the order of sending, or in any order that Kafka may have. */
    public void settle(@Nullable Random order) {
        while (deliver(order)) {
            // until nothing is under way
        }
    }

    /** Delivers one message, if there is one. */
    public boolean deliver(@Nullable Random order) {
        if (channels.isEmpty()) {
            return false;
        }
        List<String> open = new ArrayList<>(channels.keySet());
        String channel = open.get(order == null ? 0 : order.nextInt(open.size()));
        Deque<Runnable> queue = Objects.requireNonNull(channels.get(channel));
        Runnable next = queue.removeFirst();
        if (queue.isEmpty()) {
            channels.remove(channel);
        }
        next.run();
        return true;
    }

    private void flow(String dataset, int partition, byte @Nullable [] key, Item item) {
        for (CompiledStage stage : plan.stages()) {
            StageRunner runner = runners.get(dataset + " -> " + stage.output());
            if (runner == null) {
                continue;
            }
            if (item instanceof Item.Progress progress) {
                if (stage.keyed() == null) {
                    flow(stage.output(), partition, null, progress);
                } else {
                    for (int to = 0; to < partitions; to++) {
                        send(stage, partition, to, new Keyed.Tidings(progress));
                    }
                }
            } else if (item instanceof Item.Row row) {
                row(dataset, stage, runner, partition, key, row);
            }
        }
    }

    private void row(
            String dataset,
            CompiledStage stage,
            StageRunner runner,
            int partition,
            byte @Nullable [] key,
            Item.Row row) {
        try {
            RowKeys rowKeys = keys.get(dataset + " -> " + stage.output());
            if (rowKeys == null) {
                int number = 0;
                for (byte[] value : List.copyOf(runner.run(row.value(), row.bad()))) {
                    written(
                            stage,
                            partition,
                            key,
                            new Item.Row(value, row.origin().child(number++), null));
                }
            } else {
                int side = stage.stage().inputs().indexOf(dataset);
                for (Keyed.Row keyed : FeedProcessor.keyed(runner, rowKeys, side, key, row)) {
                    send(stage, partition, Math.floorMod(Arrays.hashCode(keyed.key()), partitions), keyed);
                }
            }
        } catch (RowException | EvaluationException | UnskippableException e) {
            listener.failure(dataset, row.value(), e);
        }
    }

    private void written(CompiledStage stage, int partition, byte @Nullable [] key, Item.Row row) {
        listener.row(stage.output(), key, Objects.requireNonNull(row.value()));
        flow(stage.output(), partition, key, row);
    }

    private void send(CompiledStage stage, int from, int to, Keyed keyed) {
        byte[] key = keyed instanceof Keyed.Row row ? row.key() : ClockProcessor.NO_KEY;
        byte[] bytes = Keyed.write(keyed);
        channels.computeIfAbsent(stage.output() + " " + from + " " + to, channel -> new ArrayDeque<>())
                .add(() -> Objects.requireNonNull(tasks.get(id(stage.output(), to)))
                        .accept(Keyed.read(key, bytes), new Output(stage, to)));
    }

    private final class Output implements KeyedTask.Sink {

        private final CompiledStage stage;
        private final int partition;

        Output(CompiledStage stage, int partition) {
            this.stage = stage;
            this.partition = partition;
        }

        @Override
        public void row(byte @Nullable [] recordKey, Item.Row row) {
            StageRunner after = Objects.requireNonNull(runners.get(stage.output()));
            try {
                int number = 0;
                for (byte[] value : List.copyOf(after.run(row.value()))) {
                    written(
                            stage,
                            partition,
                            recordKey,
                            new Item.Row(value, row.origin().child(number++), null));
                }
            } catch (RowException | EvaluationException | UnskippableException e) {
                listener.failure(stage.output(), row.value(), e);
            }
        }

        @Override
        public void late(byte @Nullable [] recordKey, byte[] value) {
            stage.counters().late();
            String late = stage.keyed() == null ? null : stage.keyed().late();
            if (late != null) {
                listener.row(late, recordKey, value);
            }
        }

        @Override
        public void progress(Item.Progress progress) {
            flow(stage.output(), partition, null, progress);
        }
    }
}
