package io.streamsboot.graph.internal.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One step: its record and time, and the slots of the nodes. Scratch, shared by all states of a machine. */
final class Frame {

    /** Time of the step, in nanoseconds since the epoch. */
    long now;

    /** Whether time and not a record causes the step. */
    boolean timerPass;

    /** Number of the pass, never 0: by it an operator knows whether it moved in this pass. */
    long pass;

    /** Position of the operator that is being stepped, among the operators. */
    int at;

    /** The record of the step, or null in a step of time. */
    @Nullable Object record;

    /** The state that is being stepped, if it has timers. */
    @Nullable GraphState state;

    /** Whether the input has ended: from then on only windows set timers. */
    boolean flushing;

    private final boolean[] flushes;
    private final List<Slot> slots = new ArrayList<>();
    private final List<List<Slot>> inputs = new ArrayList<>();

    /** With a slot for each node; {@code flushes} says for each timer whether it fires at the end of the input. */
    Frame(List<NodeSpec> nodes, boolean[] flushes) {
        this.flushes = flushes;
        for (NodeSpec node : nodes) {
            inputs.add(node.inputs().stream().map(slots::get).toList());
            slots.add(new Slot(node.number()));
        }
    }

    /** The slot of a node. */
    Slot slot(int node) {
        return slots.get(node);
    }

    /** The slots that a node reads. */
    List<Slot> inputs(int node) {
        return inputs.get(node);
    }

    void setTimer(int timer, long time) {
        if (flushing && !flushes[timer]) {
            return;
        }
        GraphState bound = Objects.requireNonNull(state);
        bound.timers[timer] = time;
        if (time < bound.nextTimer) {
            bound.nextTimer = time;
        }
    }

    /** Takes the timer if this is the pass in which it is due. */
    boolean timerFires(int timer) {
        GraphState bound = Objects.requireNonNull(state);
        if (timerPass && bound.timers[timer] <= now) {
            bound.timers[timer] = GraphState.NO_TIMER;
            return true;
        }
        return false;
    }
}
