package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.SavedState;
import io.streamsboot.graph.StateException;
import io.streamsboot.graph.StateMigration;
import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State of one graph as bytes: magic, version, fingerprint, time, and for each node with state its identity, timer and what its
 * operator writes.
 */
public final class StateFormat {

    private static final int MAGIC = 0x53424753;
    private static final int VERSION = 1;

    private StateFormat() {}

    /** Writes a state. */
    public static void save(Program<?> program, GraphState state, StateOutput to) {
        to.writeInt(MAGIC);
        to.writeByte(VERSION);
        to.writeBytes(program.fingerprintBytes());
        to.writeLong(state.time);
        int count = 0;
        for (Op op : state.ops) {
            count += op instanceof Op.Stateful ? 1 : 0;
        }
        to.writeInt(count);
        for (int i = 0; i < state.ops.length; i++) {
            if (state.ops[i] instanceof Op.Stateful op) {
                NodeSpec node = program.nodes().get(program.firstOperator() + i);
                to.writeLong(node.identity());
                to.writeLong(node.timer() < 0 ? GraphState.NO_TIMER : state.timers[node.timer()]);
                to.writeSized(op::save);
            }
        }
    }

    /** Reads into a fresh state what was saved, which may be of another graph if a migration is there. */
    public static void load(Program<?> program, GraphState state, @Nullable StateMigration migration, StateInput from) {
        SavedState saved = read(from);
        if (!saved.fingerprint().equals(program.fingerprint())) {
            if (migration == null) {
                throw new StateException(
                        "the state is of the graph " + saved.fingerprint() + ", and this is the graph "
                                + program.fingerprint()
                                + "; drop the state, or say what to keep of it with Graph.migratedBy",
                        null);
            }
            saved = migration.migrate(saved, program.fingerprint());
        }
        fill(program, state, saved);
    }

    private static SavedState read(StateInput from) {
        int magic = from.readInt();
        if (magic != MAGIC) {
            throw new StateException(
                    "these bytes are not the state of a graph: they begin with "
                            + HexFormat.of().toHexDigits(magic),
                    null);
        }
        int version = from.readByte();
        if (version != VERSION) {
            throw new StateException(
                    "the state has version " + version + ", and this library reads " + VERSION + "; use a newer one",
                    null);
        }
        String fingerprint = HexFormat.of().formatHex(from.readBytes());
        long time = from.readLong();
        int count = from.readLength(2 * Long.BYTES + Integer.BYTES);
        Map<Long, SavedState.NodeState> nodes = new HashMap<>();
        for (int i = 0; i < count; i++) {
            nodes.put(from.readLong(), new SavedState.NodeState(from.readLong(), from.readBytes()));
        }
        return new SavedState(fingerprint, time, nodes);
    }

    private static void fill(Program<?> program, GraphState state, SavedState saved) {
        state.time = saved.epochNanos();
        for (int i = 0; i < state.ops.length - 1; i++) {
            NodeSpec spec = program.nodes().get(program.firstOperator() + i);
            SavedState.NodeState node = saved.nodes().get(spec.identity());
            if (node != null && state.ops[i] instanceof Op.Stateful op) {
                var bytes = new StateInput(node.bytes());
                op.load(bytes);
                if (bytes.remaining() > 0) {
                    throw new StateException(
                            "the state of node " + spec.label() + " is damaged: " + bytes.remaining()
                                    + " bytes are left over",
                            null);
                }
                if (spec.timer() >= 0) {
                    state.timers[spec.timer()] = node.timer();
                }
            }
        }
        state.findNextTimer();
    }
}
