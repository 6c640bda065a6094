package io.streamsboot.graph.internal.engine;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Takes a value out of the record. Not stepped when time causes the step. */
public abstract class SourceOp extends Op {

    SourceOp(Slot out) {
        super(out);
    }

    /** A number that every record has. */
    @SuppressWarnings("unchecked")
    public static <R> Op number(Slot out, ToDoubleFunction<? super R> extractor) {
        return new SourceOp(out) {
            @Override
            void compute(Frame f) {
                out.put(extractor.applyAsDouble((R) Objects.requireNonNull(f.record)));
            }
        };
    }

    /** A number that a record may lack. */
    @SuppressWarnings("unchecked")
    public static <R> Op optionalNumber(Slot out, Function<? super R, ? extends @Nullable Number> extractor) {
        return new SourceOp(out) {
            @Override
            void compute(Frame f) {
                Number value = extractor.apply((R) Objects.requireNonNull(f.record));
                if (value == null) {
                    out.none(Slot.UPSTREAM_ABSENT);
                } else {
                    out.put(value.doubleValue());
                }
            }
        };
    }

    /** A value that a record may lack. */
    @SuppressWarnings("unchecked")
    public static <R> Op value(Slot out, Function<? super R, ? extends @Nullable Object> extractor) {
        return new SourceOp(out) {
            @Override
            void compute(Frame f) {
                Object value = extractor.apply((R) Objects.requireNonNull(f.record));
                if (value == null) {
                    out.none(Slot.UPSTREAM_ABSENT);
                } else {
                    out.putObject(value);
                }
            }
        };
    }
}
