package io.streamsboot.graph.internal.engine;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A compiled graph: its nodes in the order in which they are stepped: constants, sources, operators. Immutable and thread-safe; machines share
 * it.
 */
public final class Program<R> {

    private final List<NodeSpec> nodes;
    private final int firstSource;
    private final int firstOperator;
    private final int output;
    private final @Nullable ToLongFunction<? super R> time;
    private final boolean[] flushes;
    private final String fingerprint;
    private final byte[] fingerprintBytes;

    /**
     * Compiles.
     *
     * @param nodes live nodes, in the order of their kinds, each behind its inputs; inputs are given by position
     * @param output position of the node that gives the result
     * @param time nanoseconds since the epoch, or null for a graph without timestamps
     * @param flushes for each timer, whether it fires at the end of the input
     * @param fingerprint hash of the whole graph
     */
    public Program(
            List<NodeSpec> nodes,
            int output,
            @Nullable ToLongFunction<? super R> time,
            boolean[] flushes,
            String fingerprint) {
        this.nodes = List.copyOf(nodes);
        this.output = output;
        this.time = time;
        this.flushes = flushes.clone();
        this.fingerprint = fingerprint;
        this.fingerprintBytes = HexFormat.of().parseHex(fingerprint);
        this.firstSource = count(NodeSpec.Kind.CONSTANT);
        this.firstOperator = firstSource + count(NodeSpec.Kind.SOURCE);
    }

    private int count(NodeSpec.Kind kind) {
        return (int) nodes.stream().filter(node -> node.kind() == kind).count();
    }

    /** The nodes in the order of stepping. */
    public List<NodeSpec> nodes() {
        return nodes;
    }

    /** Position of the node that gives the result. */
    public int output() {
        return output;
    }

    /** Whether records have times. */
    public boolean timed() {
        return time != null;
    }

    /** Hash of the graph, in hexadecimal. */
    public String fingerprint() {
        return fingerprint;
    }

    /** The operators of a state before its first record; {@code shared} are those without state. */
    Op[] operators(Frame frame, @Nullable Op[] shared) {
        Op[] ops = new Op[shared.length + 1];
        for (int i = 0; i < shared.length; i++) {
            Op op = shared[i];
            ops[i] = op != null ? op : operator(firstOperator + i, frame);
        }
        ops[shared.length] = Op.End.END;
        return ops;
    }

    private Op operator(int node, Frame frame) {
        NodeSpec spec = nodes.get(node);
        return spec.factory().create(frame.slot(node), frame.inputs(node), spec.timer());
    }

    /** What reads a record. */
    Op[] sources(Frame frame) {
        Op[] sources = new Op[firstOperator - firstSource];
        Arrays.setAll(sources, i -> operator(firstSource + i, frame));
        return sources;
    }

    /** Operators that all states of a machine share; null in the place of those that have state. */
    @Nullable Op[] shared(Frame frame) {
        @Nullable Op[] shared = new Op[nodes.size() - firstOperator];
        for (int i = 0; i < shared.length; i++) {
            Op op = operator(firstOperator + i, frame);
            shared[i] = op instanceof Op.Stateful ? null : op;
        }
        return shared;
    }

    int firstSource() {
        return firstSource;
    }

    int firstOperator() {
        return firstOperator;
    }

    int timers() {
        return flushes.length;
    }

    boolean flushes(int timer) {
        return flushes[timer];
    }

    /** The same hash; not to be changed. */
    byte[] fingerprintBytes() {
        return fingerprintBytes;
    }

    /** Fresh slots, with the constants in theirs. */
    Frame frame() {
        var frame = new Frame(nodes, flushes);
        for (int i = 0; i < firstSource; i++) {
            operator(i, frame).compute(frame);
        }
        return frame;
    }

    /** Time of a record in nanoseconds; 0 in a graph without timestamps. */
    public long time(R record) {
        return time == null ? 0 : time.applyAsLong(record);
    }
}
