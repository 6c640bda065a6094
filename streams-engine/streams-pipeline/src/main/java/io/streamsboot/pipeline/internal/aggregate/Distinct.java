package io.streamsboot.pipeline.internal.aggregate;

import io.streamsboot.pipeline.internal.time.Bits;
import io.streamsboot.pipeline.internal.time.Origin;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;

/**
 * How many different values there are: exact up to {@link #LIMIT}, an estimate beyond it (P. Flajolet et al., HyperLogLog,
 * 2007), with 4096 registers: its standard error is 1.04 / sqrt(4096), or 1.6 %.
 */
final class Distinct implements Accumulator {

    /** Values that are counted exactly. */
    static final int LIMIT = 1_000;

    private static final int REGISTERS = 4_096;
    private static final int REGISTER_BITS = 12;
    private static final int DIGEST_LENGTH = 16;
    private static final double ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);

    private TreeSet<Bytes> exact = new TreeSet<>();
    private byte[] registers = new byte[0];

    @Override
    public void add(Object value, Origin origin) {
        put(Bytes.wrap(digest(JsonValues.write(JsonValues.canonical(value)))));
    }

    /** Half of a SHA-256: values that differ have different ones. */
    private static byte[] digest(byte[] value) {
        try {
            byte[] full = MessageDigest.getInstance("SHA-256").digest(value);
            return Arrays.copyOf(full, DIGEST_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private void put(Bytes digest) {
        if (registers.length > 0) {
            count(digest);
            return;
        }
        exact.add(digest);
        if (exact.size() > LIMIT) {
            estimate();
        }
    }

    private void estimate() {
        registers = new byte[REGISTERS];
        exact.forEach(this::count);
        exact = new TreeSet<>();
    }

    private void count(Bytes digest) {
        long bits = ByteBuffer.wrap(digest.get()).getLong();
        int register = (int) (bits >>> (Long.SIZE - REGISTER_BITS));
        int zeros = Math.min(Long.numberOfLeadingZeros(bits << REGISTER_BITS), Long.SIZE - REGISTER_BITS) + 1;
        registers[register] = (byte) Math.max(registers[register], zeros);
    }

    @Override
    public void merge(Accumulator other) {
        Distinct that = (Distinct) other;
        that.exact.forEach(this::put);
        if (that.registers.length > 0) {
            if (registers.length == 0) {
                estimate();
            }
            for (int i = 0; i < REGISTERS; i++) {
                registers[i] = (byte) Math.max(registers[i], that.registers[i]);
            }
        }
    }

    @Override
    public Object result() {
        if (registers.length == 0) {
            return (long) exact.size();
        }
        double sum = 0;
        int empty = 0;
        for (byte register : registers) {
            sum += Math.scalb(1.0, -register);
            empty += register == 0 ? 1 : 0;
        }
        double estimate = ALPHA * REGISTERS * REGISTERS / sum;
        if (estimate <= 2.5 * REGISTERS && empty > 0) {
            estimate = REGISTERS * StrictMath.log((double) REGISTERS / empty);
        }
        return Math.round(estimate);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        Bits.bytes(out, registers);
        out.writeInt(exact.size());
        for (Bytes digest : exact) {
            out.write(digest.get());
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        byte[] stored = Bits.bytes(in);
        registers = stored == null ? new byte[0] : stored;
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            byte[] digest = new byte[DIGEST_LENGTH];
            in.readFully(digest);
            exact.add(Bytes.wrap(digest));
        }
    }
}
