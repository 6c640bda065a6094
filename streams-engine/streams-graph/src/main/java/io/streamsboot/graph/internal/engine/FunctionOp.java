package io.streamsboot.graph.internal.engine;

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

    static Op number(int out, int in, DoubleUnaryOperator function) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (!f.passesAbsence(in, out)) {
                    f.put(out, function.applyAsDouble(f.num[in]));
                }
            }

            @Override
            void step(Frame f) {
                compute(f);
                f.ops[++f.at].step(f);
            }
        };
    }

    static Op numbers(int out, int left, int right, DoubleBinaryOperator function) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (!f.passesAbsence(left, out) && !f.passesAbsence(right, out)) {
                    f.put(out, function.applyAsDouble(f.num[left], f.num[right]));
                }
            }

            @Override
            void step(Frame f) {
                compute(f);
                f.ops[++f.at].step(f);
            }
        };
    }

    static Op where(int out, int in, DoublePredicate predicate) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (f.passesAbsence(in, out)) {
                    return;
                }
                if (predicate.test(f.num[in])) {
                    f.put(out, f.num[in]);
                } else {
                    f.none(out, Frame.FILTERED_OUT);
                }
            }

            @Override
            void step(Frame f) {
                compute(f);
                f.ops[++f.at].step(f);
            }
        };
    }

    static Op map(int out, Slot in, Function<Object, ? extends @Nullable Object> function) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (!f.passesAbsence(in.index(), out)) {
                    f.putObject(out, function.apply(f.object(in)));
                }
            }

            @Override
            void step(Frame f) {
                compute(f);
                f.ops[++f.at].step(f);
            }
        };
    }

    static Op toNumber(int out, Slot in, ToDoubleFunction<Object> function) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (!f.passesAbsence(in.index(), out)) {
                    f.put(out, function.applyAsDouble(f.object(in)));
                }
            }

            @Override
            void step(Frame f) {
                compute(f);
                f.ops[++f.at].step(f);
            }
        };
    }

    static Op filter(int out, Slot in, Predicate<Object> predicate) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                if (f.passesAbsence(in.index(), out)) {
                    return;
                }
                Object value = f.object(in);
                if (predicate.test(value)) {
                    f.putObject(out, value);
                } else {
                    f.none(out, Frame.FILTERED_OUT);
                }
            }

            @Override
            void step(Frame f) {
                compute(f);
                f.ops[++f.at].step(f);
            }
        };
    }

    /** {@code function} reads its inputs from the frame. */
    static Op combine(int out, int[] ins, Function<Frame, ? extends @Nullable Object> function) {
        return new Op(out) {
            @Override
            void compute(Frame f) {
                for (int in : ins) {
                    if (f.passesAbsence(in, out)) {
                        return;
                    }
                }
                f.putObject(out, function.apply(f));
            }

            @Override
            void step(Frame f) {
                compute(f);
                f.ops[++f.at].step(f);
            }
        };
    }
}
