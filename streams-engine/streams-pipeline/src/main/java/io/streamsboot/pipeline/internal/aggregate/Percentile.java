package io.streamsboot.pipeline.internal.aggregate;

import io.streamsboot.pipeline.internal.time.Origin;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A percentile, by counting values in buckets whose borders grow by a constant factor (C. Masson et al., DDSketch, 2019). The
 * result is within 1 % of a value whose rank is that of the percentile. Values nearer to zero than 1e-12 are taken for zero.
 */
final class Percentile implements Accumulator {

    /** How far a result may be from the value, relative to it. */
    static final double ERROR = 0.01;

    private static final double GAMMA = (1 + ERROR) / (1 - ERROR);
    private static final double LOG_GAMMA = StrictMath.log(GAMMA);
    private static final double ZERO = 1e-12;

    /** Buckets of negative values stand below this, those of positive ones above. */
    private static final int HALF = 1 << 20;

    private final double p;
    private final TreeMap<Integer, Long> buckets = new TreeMap<>();
    private long count;

    Percentile(double p) {
        this.p = p;
    }

    @Override
    public void add(Object value, Origin origin) {
        buckets.merge(bucket(((Number) value).doubleValue()), 1L, Long::sum);
        count++;
    }

    private static int bucket(double value) {
        double size = Math.min(Math.abs(value), Double.MAX_VALUE);
        if (size < ZERO) {
            return 0;
        }
        int bucket = HALF + (int) StrictMath.ceil(StrictMath.log(size) / LOG_GAMMA);
        return value < 0 ? -bucket : bucket;
    }

    private static double value(int bucket) {
        if (bucket == 0) {
            return 0;
        }
        double size = 2 * StrictMath.exp((Math.abs(bucket) - HALF) * LOG_GAMMA) / (GAMMA + 1);
        return bucket < 0 ? -size : size;
    }

    @Override
    public void merge(Accumulator other) {
        Percentile that = (Percentile) other;
        that.buckets.forEach((bucket, more) -> buckets.merge(bucket, more, Long::sum));
        count += that.count;
    }

    @Override
    public @Nullable Object result() {
        double rank = p * (count - 1);
        long below = 0;
        for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
            below += bucket.getValue();
            if (below > rank) {
                double value = value(bucket.getKey());
                return Double.isFinite(value) ? value : Math.copySign(Double.MAX_VALUE, value);
            }
        }
        return null;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(buckets.size());
        for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
            out.writeInt(bucket.getKey());
            out.writeLong(bucket.getValue());
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            int bucket = in.readInt();
            long values = in.readLong();
            buckets.put(bucket, values);
            count += values;
        }
    }
}
