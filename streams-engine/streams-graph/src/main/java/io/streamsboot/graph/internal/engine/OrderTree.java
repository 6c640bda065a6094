package io.streamsboot.graph.internal.engine;

import java.util.Arrays;

/**
 * A multiset of numbers by rank: a treap over the slots of a ring. The priority of a slot is a hash of the value's sequence
 * number, so the shape of the tree depends on what it holds and not on how that came about. The order is that of
 * {@link Double#compare}, then that of the sequence.
 */
final class OrderTree {

    private static final int NONE = -1;

    private int[] left;
    private int[] right;
    private int[] size;
    private double[] value;
    private long[] sequence;
    private int root = NONE;
    private int splitLeft;
    private int splitRight;

    OrderTree(int slots) {
        left = new int[slots];
        right = new int[slots];
        size = new int[slots];
        value = new double[slots];
        sequence = new long[slots];
    }

    int size() {
        return root == NONE ? 0 : size[root];
    }

    /** Empties the tree and gives it other slots. */
    void reset(int slots) {
        root = NONE;
        if (slots != left.length) {
            left = Arrays.copyOf(left, slots);
            right = Arrays.copyOf(right, slots);
            size = Arrays.copyOf(size, slots);
            value = Arrays.copyOf(value, slots);
            sequence = Arrays.copyOf(sequence, slots);
        }
    }

    void insert(int slot, double x, long seq) {
        value[slot] = x;
        sequence[slot] = seq;
        left[slot] = NONE;
        right[slot] = NONE;
        size[slot] = 1;
        root = insert(root, slot);
    }

    void remove(int slot) {
        root = remove(root, slot);
    }

    /** The value of rank {@code k}, from 0. */
    double at(int k) {
        int node = root;
        int rank = k;
        while (true) {
            int before = left[node] == NONE ? 0 : size[left[node]];
            if (rank < before) {
                node = left[node];
            } else if (rank == before) {
                return value[node];
            } else {
                rank -= before + 1;
                node = right[node];
            }
        }
    }

    /** How many values are less than {@code x}, or, if {@code equal}, not greater, as numbers: -0.0 equals 0.0. */
    int below(double x, boolean equal) {
        int node = root;
        int count = 0;
        while (node != NONE) {
            if (value[node] < x || (equal && value[node] == x)) {
                count += 1 + (left[node] == NONE ? 0 : size[left[node]]);
                node = right[node];
            } else {
                node = left[node];
            }
        }
        return count;
    }

    private int insert(int node, int slot) {
        if (node == NONE) {
            return slot;
        }
        if (priority(slot) > priority(node)) {
            split(node, slot);
            left[slot] = splitLeft;
            right[slot] = splitRight;
            return update(slot);
        }
        if (less(slot, node)) {
            left[node] = insert(left[node], slot);
        } else {
            right[node] = insert(right[node], slot);
        }
        return update(node);
    }

    /** Splits into what is less than the slot's value and the rest. */
    private void split(int node, int slot) {
        if (node == NONE) {
            splitLeft = NONE;
            splitRight = NONE;
        } else if (less(node, slot)) {
            split(right[node], slot);
            right[node] = splitLeft;
            splitLeft = update(node);
        } else {
            split(left[node], slot);
            left[node] = splitRight;
            splitRight = update(node);
        }
    }

    private int remove(int node, int slot) {
        if (node == slot) {
            return merge(left[node], right[node]);
        }
        if (less(slot, node)) {
            left[node] = remove(left[node], slot);
        } else {
            right[node] = remove(right[node], slot);
        }
        return update(node);
    }

    private int merge(int a, int b) {
        if (a == NONE) {
            return b;
        }
        if (b == NONE) {
            return a;
        }
        if (priority(a) > priority(b)) {
            right[a] = merge(right[a], b);
            return update(a);
        }
        left[b] = merge(a, left[b]);
        return update(b);
    }

    private int update(int node) {
        size[node] = 1 + (left[node] == NONE ? 0 : size[left[node]]) + (right[node] == NONE ? 0 : size[right[node]]);
        return node;
    }

    private boolean less(int a, int b) {
        int order = Double.compare(value[a], value[b]);
        return order < 0 || (order == 0 && sequence[a] < sequence[b]);
    }

    /** SplitMix64 of the sequence number: distinct, and as good as random. */
    private long priority(int slot) {
        long z = sequence[slot] + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
