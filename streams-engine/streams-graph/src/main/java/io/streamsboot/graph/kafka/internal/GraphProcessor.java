package io.streamsboot.graph.kafka.internal;

import io.streamsboot.graph.GraphException;
import io.streamsboot.graph.Sink;
import io.streamsboot.graph.Step;
import io.streamsboot.graph.internal.Feeder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Steps the graph for each record, and forwards results, late records and marks to the nodes that take them. */
final class GraphProcessor<K, R, V> implements FixedKeyProcessor<K, R, Object>, Sink<R, V>, Feeder.LateSink<R> {

    private static final Logger LOG = LoggerFactory.getLogger(GraphProcessor.class);

    /** The table compares the time of a mark with the one before, and complains when it is older. */
    private static final long TIME_OF_MARKS = 0;

    private static final int LOOKS_PER_EXPIRY = 4;

    private final GraphPlan<K, R, V> plan;
    private final NodeNames names;

    /** Where results go; kept, since a name is put together each time that it is asked for. */
    private final String results;

    @SuppressWarnings("NullAway.Init") // by init, before any record
    private FixedKeyProcessorContext<K, Object> context;

    @SuppressWarnings("NullAway.Init")
    private HotKeys<K, R, V> hot;

    @SuppressWarnings("NullAway.Init")
    private Feeder<R, V> feeder;

    @SuppressWarnings("NullAway.Init")
    private Sensor late;

    @SuppressWarnings("NullAway.Init")
    private Sensor expired;

    @SuppressWarnings("NullAway.Init")
    private Sensor expiredHeld;

    private @Nullable FixedKeyRecord<K, R> current;
    private long marks;

    GraphProcessor(GraphPlan<K, R, V> plan) {
        this.plan = plan;
        this.names = new NodeNames(plan.name());
        this.results = plan.output().then() == null ? names.sink() : names.results();
    }

    @Override
    public void init(FixedKeyProcessorContext<K, Object> context) {
        this.context = context;
        hot = context.getStateStore(names.hot());
        hot.over(context.getStateStore(names.state()));
        feeder = hot.feeder();
        late = sensor("late-records");
        expired = sensor("expired-keys");
        expiredHeld = sensor("expired-held-records");
        Duration idle = plan.state().expireAfter();
        if (idle != null) {
            context.schedule(
                    Duration.ofMillis(Math.max(1, idle.toMillis() / LOOKS_PER_EXPIRY)),
                    PunctuationType.STREAM_TIME,
                    now -> expire(now - idle.toMillis()));
        }
    }

    private Sensor sensor(String operation) {
        return context.metrics()
                .addRateTotalSensor(
                        "graph",
                        plan.name(),
                        operation,
                        Sensor.RecordingLevel.INFO,
                        "task-id",
                        context.taskId().toString());
    }

    @Override
    public void process(FixedKeyRecord<K, R> record) {
        if (record.key() == null || record.value() == null) {
            throw new GraphException(
                    "graph '" + plan.name() + "' got a record without " + (record.key() == null ? "key" : "value")
                            + " (key " + record.key()
                            + "); filter such records out before, or choose a key with keyedBy",
                    null);
        }
        current = record;
        HotKey<K, R> entry = hot.get(record.key());
        try {
            feeder.accept(entry, record.value(), entry, this, this);
        } finally {
            // Also when user code threw: timers may have fired, and buffered records been released, before.
            if (!entry.untouched()) {
                entry.lastSeen = Math.max(entry.lastSeen, record.timestamp());
                if (hot.keep(entry)) {
                    context.forward(record.<Object>withValue(mark()).withTimestamp(TIME_OF_MARKS), names.marks());
                }
                hot.evict();
            }
        }
    }

    /** No two marks are equal: an update that changes nothing need not be told to what stands behind a table. */
    private byte[] mark() {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, marks++).array();
    }

    @Override
    public void accept(Step<R, V> step) {
        if (step.isPresent()) {
            FixedKeyRecord<K, Object> result = Objects.requireNonNull(current).withValue(step.value());
            long time = TimeUnit.NANOSECONDS.toMillis(step.epochNanos());
            // Kafka has no times before 1970; and every change of a record copies its headers.
            boolean another = plan.graph().timed() && time >= 0 && time != result.timestamp();
            context.forward(another ? result.withTimestamp(time) : result, results);
        }
    }

    @Override
    public void late(R record, long time, long watermark) {
        late.record();
        if (plan.output().lateTopic() != null) {
            context.forward(Objects.requireNonNull(current).withValue(record), names.late());
        }
    }

    private void expire(long before) {
        HotKeys.Expired gone = hot.expire(before);
        count(expired, gone.keys());
        if (gone.heldBack() > 0) {
            count(expiredHeld, gone.heldBack());
            LOG.warn(
                    "Graph '{}' forgot {} idle keys, and with them {} records that were still held back in their buffers",
                    plan.name(),
                    gone.keys(),
                    gone.heldBack());
        }
    }

    /** A total counts calls, not values. */
    private static void count(Sensor sensor, long times) {
        for (long i = 0; i < times; i++) {
            sensor.record();
        }
    }

    @Override
    public void close() {
        current = null;
        for (Sensor sensor : new Sensor[] {late, expired, expiredHeld}) {
            context.metrics().removeSensor(sensor);
        }
    }
}
