package io.streamsboot.pipeline.internal.aggregate;

import io.streamsboot.pipeline.internal.time.Origin;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/** Counts, sums, means and standard deviations, all of them exact until the end. */
final class Moments implements Accumulator {

    private static final MathContext DIGITS = new MathContext(50);

    private final String op;
    private long count;
    private ExactSum sum = new ExactSum();
    private ExactSum squares = new ExactSum();

    Moments(String op) {
        this.op = op;
    }

    @Override
    public void add(Object value, Origin origin) {
        count++;
        if (!op.equals("count")) {
            sum.add((Number) value);
        }
        if (op.equals("stddev")) {
            squares.addSquare((Number) value);
        }
    }

    @Override
    public void merge(Accumulator other) {
        Moments that = (Moments) other;
        count += that.count;
        sum.merge(that.sum);
        squares.merge(that.squares);
    }

    @Override
    public @Nullable Object result() {
        if (op.equals("count")) {
            return count;
        } else if (count == 0) {
            return null;
        }
        BigDecimal n = BigDecimal.valueOf(count);
        return switch (op) {
            case "sum" -> sum.value();
            case "avg" -> ExactSum.mean(sum.exact(), count);
            default -> count == 1 ? (Object) 0.0 : deviation(n);
        };
    }

    /** Of a sample: with one less than the count below. */
    private Object deviation(BigDecimal n) {
        BigDecimal total = sum.exact();
        BigDecimal above = squares.exact().multiply(n).subtract(total.multiply(total));
        BigDecimal variance = above.divide(n.multiply(n.subtract(BigDecimal.ONE)), DIGITS);
        return ExactSum.number(variance.signum() <= 0 ? BigDecimal.ZERO : variance.sqrt(DIGITS), true);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(count);
        if (!op.equals("count")) {
            sum.write(out);
        }
        if (op.equals("stddev")) {
            squares.write(out);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        count = in.readLong();
        if (!op.equals("count")) {
            sum = ExactSum.read(in);
        }
        if (op.equals("stddev")) {
            squares = ExactSum.read(in);
        }
    }
}
