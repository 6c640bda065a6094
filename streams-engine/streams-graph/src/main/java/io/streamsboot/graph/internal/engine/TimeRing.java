package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.util.Arrays;

/** Values with their times, first in, first out; what was evicted since the mark is kept until the next mark. */
final class TimeRing {

    private long[] times = new long[4];
    private double[] values = new double[4];
    private long head;
    private long tail;
    private long markHead;
    private long markTail;

    int size() {
        return (int) (tail - head);
    }

    long time(int i) {
        return times[slot(head + i)];
    }

    double value(int i) {
        return values[slot(head + i)];
    }

    void evict() {
        head++;
    }

    void append(long time, double x) {
        if (tail - markHead == times.length) {
            grow();
        }
        times[slot(tail)] = time;
        values[slot(tail)] = x;
        tail++;
    }

    void mark() {
        markHead = head;
        markTail = tail;
    }

    void undo() {
        head = markHead;
        tail = markTail;
    }

    void save(StateOutput to) {
        to.writeInt(size());
        for (int i = 0; i < size(); i++) {
            to.writeLong(time(i));
            to.writeDouble(value(i));
        }
    }

    void load(StateInput from) {
        int size = from.readLength(Long.BYTES + Double.BYTES);
        int capacity = Math.max(times.length, Integer.highestOneBit(size) * 2);
        times = Arrays.copyOf(times, capacity);
        values = Arrays.copyOf(values, capacity);
        head = 0;
        tail = size;
        for (int i = 0; i < size; i++) {
            times[i] = from.readLong();
            values[i] = from.readDouble();
        }
    }

    private int slot(long position) {
        return (int) position & (times.length - 1);
    }

    private void grow() {
        int size = Math.multiplyExact(times.length, 2);
        long[] newTimes = new long[size];
        double[] newValues = new double[size];
        for (long i = markHead; i < tail; i++) {
            newTimes[(int) i & (size - 1)] = times[slot(i)];
            newValues[(int) i & (size - 1)] = values[slot(i)];
        }
        times = newTimes;
        values = newValues;
    }
}
