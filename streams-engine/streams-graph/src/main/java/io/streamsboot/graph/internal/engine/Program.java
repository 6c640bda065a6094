package io.streamsboot.graph.internal.engine;

import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A compiled graph: its nodes in the order in which they are stepped: constants, sources, operators. Immutable and thread-safe; machines share
 * it.
 */
public final class Program<R> {

    private final List<NodeSpec> nodes;
    private final @Nullable Op[] shared;
    private final int firstSource;
    private final int firstOperator;
    private final Slot output;
    private final @Nullable ToLongFunction<? super R> time;
    private final boolean[] flushes;
    private final String fingerprint;

    /**
     * Compiles.
     *
     * @param nodes live nodes, in the order of their kinds, each behind its inputs; their slots are their positions
     * @param output slot of the result
     * @param time nanoseconds since the epoch, or null for a graph without timestamps
     * @param flushes for each timer, whether it fires at the end of the input
     * @param fingerprint hash of the whole graph
     */
    public Program(
            List<NodeSpec> nodes,
            Slot output,
            @Nullable ToLongFunction<? super R> time,
            boolean[] flushes,
            String fingerprint) {
        this.nodes = List.copyOf(nodes);
        this.output = output;
        this.time = time;
        this.flushes = flushes.clone();
        this.fingerprint = fingerprint;
        this.firstSource = count(NodeSpec.Kind.CONSTANT);
        this.firstOperator = firstSource + count(NodeSpec.Kind.SOURCE);
        this.shared = new Op[nodes.size()];
        for (int i = 0; i < shared.length; i++) {
            Op op = nodes.get(i).factory().get();
            shared[i] = op instanceof Op.Stateful ? null : op;
        }
    }

    private int count(NodeSpec.Kind kind) {
        return (int) nodes.stream().filter(node -> node.kind() == kind).count();
    }

    /** The nodes in the order of stepping. */
    public List<NodeSpec> nodes() {
        return nodes;
    }

    /** Slot of the result. */
    public Slot output() {
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

    /** A state before the first record. */
    public GraphState start() {
        Op[] ops = new Op[shared.length + 1];
        ops[shared.length] = Op.End.END;
        for (int i = 0; i < shared.length; i++) {
            Op op = shared[i];
            ops[i] = op != null ? op : nodes.get(i).factory().get();
        }
        return new GraphState(ops, flushes.length);
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

    Frame frame() {
        var frame = new Frame(nodes.size(), flushes);
        for (int i = 0; i < firstSource; i++) {
            nodes.get(i).factory().get().compute(frame);
        }
        return frame;
    }

    /** Time of a record in nanoseconds; 0 in a graph without timestamps. */
    public long time(R record) {
        return time == null ? 0 : time.applyAsLong(record);
    }
}
