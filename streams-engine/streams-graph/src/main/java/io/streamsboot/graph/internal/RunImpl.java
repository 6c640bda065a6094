package io.streamsboot.graph.internal;

import io.streamsboot.graph.Run;
import io.streamsboot.graph.Sink;
import io.streamsboot.graph.StateException;
import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.time.Instant;

/** A run with one state for all records, which must be in order. */
final class RunImpl<R, V> implements Run<R> {

    private final Feeder<R, V> feeder;
    private final Sink<R, V> sink;
    private Lane<R> lane;
    private boolean finished;

    RunImpl(Feeder<R, V> feeder, Sink<R, V> sink) {
        this.feeder = feeder;
        this.sink = sink;
        this.lane = feeder.newLane();
    }

    @Override
    public void accept(R record) {
        checkOpen(finished);
        feeder.accept(lane, record, "the record", sink, RunImpl::neverLate);
    }

    @Override
    public void advanceTo(Instant watermark) {
        checkOpen(finished);
        feeder.advance(lane, watermark, sink);
    }

    @Override
    public void finish() {
        if (!finished) {
            finished = true;
            feeder.finish(lane, sink);
        }
    }

    @Override
    public long late() {
        return 0;
    }

    @Override
    public byte[] save() {
        var out = new StateOutput();
        feeder.save(lane, null, out);
        return out.toByteArray();
    }

    @Override
    public void load(byte[] state) {
        var in = new StateInput(state);
        Lane<R> loaded = feeder.newLane();
        feeder.load(loaded, null, in);
        checkAllRead(in);
        lane = loaded;
    }

    private static void neverLate(Object record, long time, long watermark) {
        throw new IllegalStateException("a record is late although the policy is to refuse it");
    }

    static void checkOpen(boolean finished) {
        if (finished) {
            throw new IllegalStateException("the run is finished; start another");
        }
    }

    static void checkAllRead(StateInput in) {
        if (in.remaining() > 0) {
            throw new StateException("the state is damaged: " + in.remaining() + " bytes are left over", null);
        }
    }
}
