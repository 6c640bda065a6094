package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import io.streamsboot.graph.value.Glitch;
import io.streamsboot.graph.value.Pulse;
import java.time.Duration;

/**
 * Judges pulses by their width. A signal is high from the threshold on. A pulse whose beginning was not seen, because the
 * first value is high already, is not judged. A NaN is passed over.
 */
final class PulseOp extends Op.Stateful {

    private static final byte UNKNOWN = 0;
    private static final byte LOW = 1;
    private static final byte HIGH = 2;
    private static final byte HIGH_UNJUDGED = 3;

    private final Slot in;
    private final double threshold;
    private final long min;
    private final long max;
    private final int timer;
    private byte phase = UNKNOWN;
    private long start;
    private byte markPhase;
    private long markStart;

    /** With {@code timer} -1, a glitch filter without an upper bound. */
    PulseOp(Slot out, Slot in, double threshold, long min, long max, int timer) {
        super(out);
        this.in = in;
        this.threshold = threshold;
        this.min = min;
        this.max = max;
        this.timer = timer;
    }

    @Override
    void compute(Frame f) {
        out.moved = f.pass;
        markPhase = phase;
        markStart = start;
        boolean tooLong = timer >= 0 && f.timerFires(timer);
        if (tooLong) {
            phase = HIGH_UNJUDGED;
            out.putObject(new Pulse(Pulse.Verdict.TOO_LONG, Duration.ofNanos(f.now - start)));
        }
        if (in.absent != Slot.PRESENT) {
            if (!tooLong) {
                out.none(in.absent);
            }
            return;
        }
        if (!tooLong) {
            out.none(phase == UNKNOWN ? Slot.WARMING_UP : Slot.FILTERED_OUT);
        }
        double x = in.num;
        if (x >= threshold) {
            rise(f);
        } else if (x < threshold) {
            fall(f);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    private void rise(Frame f) {
        if (phase == UNKNOWN) {
            phase = HIGH_UNJUDGED;
        } else if (phase == LOW) {
            phase = HIGH;
            start = f.now;
            if (timer >= 0) {
                f.setTimer(timer, f.now + max);
            }
        }
    }

    private void fall(Frame f) {
        if (phase == HIGH) {
            long width = f.now - start;
            boolean valid = width >= min;
            if (timer < 0) {
                out.putObject(valid ? Glitch.VALID : Glitch.REJECTED);
            } else {
                f.setTimer(timer, GraphState.NO_TIMER);
                out.putObject(
                        new Pulse(valid ? Pulse.Verdict.VALID : Pulse.Verdict.TOO_SHORT, Duration.ofNanos(width)));
            }
        }
        phase = LOW;
    }

    @Override
    void undo() {
        phase = markPhase;
        start = markStart;
    }

    @Override
    void save(StateOutput to) {
        to.writeByte(phase);
        to.writeLong(start);
    }

    @Override
    void load(StateInput from) {
        phase = from.readByte();
        start = from.readLong();
    }
}
