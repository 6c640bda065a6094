package io.streamsboot.graph.internal.engine;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** User's functions without state. */
final class FunctionOp {

    private FunctionOp() {}

    static Op number(Slot out, Slot in, DoubleUnaryOperator function) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (!out.passesAbsence(in)) {
                    out.put(function.applyAsDouble(in.num));
                }
            }

            @Override
            void step(Frame f, Op[] ops) {
                compute(f);
                ops[++f.at].step(f, ops);
            }
        };
    }

    static Op numbers(Slot out, Slot left, Slot right, DoubleBinaryOperator function) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (!out.passesAbsence(left) && !out.passesAbsence(right)) {
                    out.put(function.applyAsDouble(left.num, right.num));
                }
            }

            @Override
            void step(Frame f, Op[] ops) {
                compute(f);
                ops[++f.at].step(f, ops);
            }
        };
    }

    static Op where(Slot out, Slot in, DoublePredicate predicate) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (out.passesAbsence(in)) {
                    return;
                }
                if (predicate.test(in.num)) {
                    out.put(in.num);
                } else {
                    out.none(Slot.FILTERED_OUT);
                }
            }

            @Override
            void step(Frame f, Op[] ops) {
                compute(f);
                ops[++f.at].step(f, ops);
            }
        };
    }

    static Op map(Slot out, Slot in, Function<Object, ? extends @Nullable Object> function) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (!out.passesAbsence(in)) {
                    out.putObject(function.apply(in.object()));
                }
            }

            @Override
            void step(Frame f, Op[] ops) {
                compute(f);
                ops[++f.at].step(f, ops);
            }
        };
    }

    static Op toNumber(Slot out, Slot in, ToDoubleFunction<Object> function) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (!out.passesAbsence(in)) {
                    out.put(function.applyAsDouble(in.object()));
                }
            }

            @Override
            void step(Frame f, Op[] ops) {
                compute(f);
                ops[++f.at].step(f, ops);
            }
        };
    }

    static Op filter(Slot out, Slot in, Predicate<Object> predicate) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (out.passesAbsence(in)) {
                    return;
                }
                Object value = in.object();
                if (predicate.test(value)) {
                    out.putObject(value);
                } else {
                    out.none(Slot.FILTERED_OUT);
                }
            }

            @Override
            void step(Frame f, Op[] ops) {
                compute(f);
                ops[++f.at].step(f, ops);
            }
        };
    }

    static Op combine(Slot out, List<Slot> ins, Ops.Combiner function) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                for (Slot in : ins) {
                    if (out.passesAbsence(in)) {
                        return;
                    }
                }
                out.putObject(function.apply(ins));
            }

            @Override
            void step(Frame f, Op[] ops) {
                compute(f);
                ops[++f.at].step(f, ops);
            }
        };
    }
}
