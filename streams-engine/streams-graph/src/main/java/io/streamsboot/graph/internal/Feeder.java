package io.streamsboot.graph.internal;

import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.graph.OutOfOrderException;
import io.streamsboot.graph.Sink;
import io.streamsboot.graph.StateException;
import io.streamsboot.graph.StateMigration;
import io.streamsboot.graph.UserCodeException;
import io.streamsboot.graph.internal.engine.Machine;
import io.streamsboot.graph.internal.engine.Program;
import io.streamsboot.graph.internal.engine.StateFormat;
import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Gives records to lanes in the order of their times, as a policy has it. Not thread-safe. */
public final class Feeder<R, V> {

    private final Program<R> program;
    private final Machine<R, V> machine;
    private final OutOfOrder outOfOrder;
    private final @Nullable StateMigration migration;

    /** Is told of records that are left out. */
    @FunctionalInterface
    public interface LateSink<R> {

        /** Takes a record with its time and the time before which none is taken, in nanoseconds. */
        void late(R record, long time, long watermark);
    }

    Feeder(Program<R> program, OutOfOrder outOfOrder, @Nullable StateMigration migration) {
        this.program = program;
        this.machine = new Machine<>(program);
        this.outOfOrder = outOfOrder;
        this.migration = migration;
    }

    /** The state of a key that has not come yet. */
    public Lane<R> newLane() {
        return new Lane<>(this);
    }

    Machine<R, V> machine() {
        return machine;
    }

    /** Takes a record in, which errors call {@code who}. */
    public void accept(Lane<R> lane, R record, Object who, Sink<R, V> sink, LateSink<R> late) {
        long time = timeOf(record);
        if (time < lane.time()) {
            if (outOfOrder.policy() == OutOfOrder.Policy.ERROR) {
                throw new OutOfOrderException(who.toString(), Times.instant(time), Times.instant(lane.time()));
            }
            late.late(record, time, lane.time());
        } else if (outOfOrder.policy() == OutOfOrder.Policy.BUFFER) {
            hold(lane, record, time);
            release(lane, lane.newest - outOfOrder.lateness(), sink);
        } else {
            machine.step(lane, record, time, sink);
        }
    }

    private long timeOf(R record) {
        Objects.requireNonNull(record, "the record is null");
        try {
            return program.time(record);
        } catch (RuntimeException e) {
            throw new UserCodeException("the timestamp function", record, e);
        }
    }

    private static <R> void hold(Lane<R> lane, R record, long time) {
        if (lane.held == null) {
            lane.held = new PriorityQueue<>();
        }
        lane.held.add(new Lane.Held<>(time, lane.arrivals++, record));
        lane.newest = Math.max(lane.newest, time);
    }

    /** A record that fails is as if it had not come, and does not hold back those behind it. */
    private void release(Lane<R> lane, long until, Sink<R, V> sink) {
        UserCodeException failed = null;
        while (lane.held != null) {
            Lane.Held<R> next = lane.held.peek();
            if (next == null || next.time() > until) {
                break;
            }
            lane.held.remove();
            try {
                machine.step(lane, next.record(), next.time(), sink);
            } catch (UserCodeException e) {
                failed = add(failed, e);
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    void advance(Lane<R> lane, Instant watermark, Sink<R, V> sink) {
        if (!program.timed()) {
            throw new IllegalStateException("a graph without timestamps has no time to advance; call timestamp in it");
        }
        long until = Times.nanos(watermark);
        if (until < lane.time()) {
            throw new IllegalArgumentException("the watermark " + watermark + " lies before "
                    + Times.instant(lane.time()) + ", which has been reached; time does not go back");
        }
        UserCodeException failed = null;
        try {
            release(lane, until, sink);
        } catch (UserCodeException e) {
            failed = e;
        }
        try {
            machine.advance(lane, until, sink);
        } catch (UserCodeException e) {
            failed = add(failed, e);
        }
        if (failed != null) {
            throw failed;
        }
    }

    void finish(Lane<R> lane, Sink<R, V> sink) {
        UserCodeException failed = null;
        try {
            release(lane, Long.MAX_VALUE, sink);
        } catch (UserCodeException e) {
            failed = e;
        }
        try {
            machine.finish(lane, sink);
        } catch (UserCodeException e) {
            failed = add(failed, e);
        }
        if (failed != null) {
            throw failed;
        }
    }

    static UserCodeException add(@Nullable UserCodeException first, UserCodeException second) {
        if (first == null) {
            return second;
        }
        first.addSuppressed(second);
        return first;
    }

    /** Writes a state, for buffered records by their codec. */
    public void save(Lane<R> lane, @Nullable Codec<R> records, StateOutput to) {
        StateFormat.save(program, lane, to);
        List<Lane.Held<R>> held =
                lane.held == null ? List.of() : lane.held.stream().sorted().toList();
        to.writeLong(lane.newest);
        to.writeInt(held.size());
        for (Lane.Held<R> record : held) {
            if (records == null) {
                throw new StateException(
                        held.size() + " records are buffered and there is no codec for them; call codecs on the runner",
                        null);
            }
            to.writeLong(record.time());
            records.write(record.record(), to);
        }
    }

    /** Reads into a fresh lane a state that {@link #save} wrote; {@link StateException} when it cannot be. */
    public void load(Lane<R> lane, @Nullable Codec<R> records, StateInput from) {
        try {
            StateFormat.load(program, lane, migration, from);
            long newest = from.readLong();
            var held = new ArrayList<Lane.Held<R>>();
            int size = from.readLength(Long.BYTES);
            for (int i = 0; i < size; i++) {
                if (records == null) {
                    throw new StateException(
                            size + " records are buffered and there is no codec for them; call codecs on the runner",
                            null);
                }
                held.add(new Lane.Held<>(from.readLong(), i, records.read(from)));
            }
            held.forEach(record -> hold(lane, record.record(), record.time()));
            lane.newest = newest;
        } catch (StateException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new StateException("the state cannot be read: " + e.getMessage(), e);
        }
    }
}
