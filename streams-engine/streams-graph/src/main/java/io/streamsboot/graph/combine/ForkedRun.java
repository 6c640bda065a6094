package io.streamsboot.graph.combine;

import io.streamsboot.graph.Run;
import io.streamsboot.graph.StateException;
import io.streamsboot.graph.UserCodeException;
import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Several runs that take the same records in. One that fails does not keep a record from the others. */
final class ForkedRun<R> implements Run<R> {

    private final List<Run<R>> runs;

    ForkedRun(List<Run<R>> runs) {
        this.runs = List.copyOf(runs);
    }

    private void each(Consumer<Run<R>> action) {
        UserCodeException failed = null;
        for (Run<R> run : runs) {
            try {
                action.accept(run);
            } catch (UserCodeException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    @Override
    public void accept(R record) {
        each(run -> run.accept(record));
    }

    @Override
    public void advanceTo(Instant watermark) {
        each(run -> run.advanceTo(watermark));
    }

    @Override
    public void finish() {
        each(Run::finish);
    }

    @Override
    public long late() {
        return runs.stream().mapToLong(Run::late).sum();
    }

    @Override
    public byte[] save() {
        var out = new StateOutput();
        runs.forEach(run -> out.writeBytes(run.save()));
        return out.toByteArray();
    }

    @Override
    public void load(byte[] state) {
        var in = new StateInput(state);
        try {
            runs.forEach(run -> run.load(in.readBytes()));
        } catch (IllegalArgumentException e) {
            throw new StateException("the state of a fork is damaged: " + e.getMessage(), e);
        }
    }
}
