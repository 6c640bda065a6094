package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/** What a node does in a step: reads its inputs' slots and writes its own. */
public abstract class Op {

    /** Slot of the result. */
    final Slot out;

    Op(Slot out) {
        this.out = out;
    }

    /** Writes the slot {@link #out}, as a value or as a reason. Allocates nothing unless it calls user code. */
    abstract void compute(Frame f);

    /**
     * Computes, and steps the operator behind it, of those of the state in hand. Every class writes these two lines out for
     * itself: the compiler of the JVM keeps a profile of each call in the code, and where the one call at the end of a class's step
     * has met only one or two classes, as in a program with few graphs, it fuses the whole graph into one piece of machine code. A
     * common method would have met them all.
     */
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    /** Stands behind the last operator. */
    static final class End extends Op {

        static final End END = new End();

        private End() {
            super(new Slot(false));
        }

        @Override
        void compute(Frame f) {
            throw new IllegalStateException("the end of a graph computes nothing");
        }

        @Override
        void step(Frame f, Op[] ops) {
            // Nothing is behind it.
        }
    }

    /** An operator whose state lasts from step to step, of which each run and key has its own. */
    abstract static class Stateful extends Op {

        Stateful(Slot out) {
            super(out);
        }

        /** Returns to the state that was marked in the pass in hand, in which it moved. */
        abstract void undo();

        /** Writes the state, such that what is loaded steps on bit for bit like the original. */
        abstract void save(StateOutput to);

        /** Reads the state into a fresh operator of the same parameters. */
        abstract void load(StateInput from);
    }
}
