package io.streamsboot.graph.internal;

import io.streamsboot.graph.GraphDefinitionException;
import io.streamsboot.graph.internal.engine.NodeSpec;
import io.streamsboot.graph.internal.engine.Program;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Lays the nodes that the result depends on out in the order of stepping. */
final class Compiler {

    private static final int FINGERPRINT_BYTES = 16;

    private Compiler() {}

    static <R> Program<R> compile(BuilderImpl<R> builder, NodeDef output) {
        List<NodeDef> live = inOrder(builder.draft.nodes(), output);
        if (builder.time == null) {
            for (NodeDef def : live) {
                if (def.needsTime) {
                    throw new GraphDefinitionException("the node " + def.label()
                            + " needs the times of records; call timestamp in the definition of the graph");
                }
            }
        }
        Map<NodeDef, Integer> positions = new IdentityHashMap<>();
        Map<NodeDef, Long> identities = new IdentityHashMap<>();
        Map<Long, Integer> seen = new HashMap<>();
        List<NodeSpec> specs = new ArrayList<>();
        List<Boolean> timers = new ArrayList<>();
        MessageDigest all = sha256();
        for (NodeDef def : live) {
            long identity = identity(def, identities, seen);
            identities.put(def, identity);
            all.update(ByteBuffer.allocate(Long.BYTES).putLong(0, identity));
            positions.put(def, specs.size());
            int timer = -1;
            if (def.timer != NodeDef.Timer.NONE) {
                timer = timers.size();
                timers.add(def.timer == NodeDef.Timer.FIRES_AT_END);
            }
            specs.add(new NodeSpec(
                    def.label(),
                    def.inputs.stream().map(input -> of(positions, input)).toList(),
                    def.number,
                    identity,
                    kind(def),
                    timer,
                    def.factory));
        }
        all.update(ByteBuffer.allocate(Long.BYTES).putLong(0, of(identities, output)));
        all.update((byte) (builder.time == null ? 0 : 1));
        boolean[] flushes = new boolean[timers.size()];
        for (int i = 0; i < flushes.length; i++) {
            flushes[i] = timers.get(i);
        }
        String fingerprint = HexFormat.of().formatHex(all.digest(), 0, FINGERPRINT_BYTES);
        return new Program<>(specs, of(positions, output), builder.time, flushes, fingerprint);
    }

    private static NodeSpec.Kind kind(NodeDef def) {
        return def.constant ? NodeSpec.Kind.CONSTANT : def.source ? NodeSpec.Kind.SOURCE : NodeSpec.Kind.OPERATOR;
    }

    /** Sources before operators, so that a record which cannot be read moves nothing. */
    private static List<NodeDef> inOrder(List<NodeDef> nodes, NodeDef output) {
        Set<NodeDef> needed = new HashSet<>();
        needed.add(output);
        for (int i = nodes.size() - 1; i >= 0; i--) {
            if (needed.contains(nodes.get(i))) {
                needed.addAll(nodes.get(i).inputs);
            }
        }
        List<NodeDef> order = new ArrayList<>();
        for (NodeSpec.Kind kind : NodeSpec.Kind.values()) {
            nodes.stream()
                    .filter(def -> kind(def) == kind && needed.contains(def))
                    .forEach(order::add);
        }
        return order;
    }

    /** Hash of what a node computes; among nodes that cannot be told apart, of its number too. */
    private static long identity(NodeDef def, Map<NodeDef, Long> identities, Map<Long, Integer> seen) {
        MessageDigest digest = sha256();
        digest.update(def.label().getBytes(StandardCharsets.UTF_8));
        for (NodeDef input : def.inputs) {
            digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, of(identities, input)));
        }
        long base = ByteBuffer.wrap(digest.digest()).getLong();
        int number = seen.merge(base, 1, Integer::sum);
        return number == 1 ? base : base * 31 + number;
    }

    /** What is known of a node, which stands behind its inputs. */
    private static <T> T of(Map<NodeDef, T> known, NodeDef def) {
        return Objects.requireNonNull(known.get(def), "a node stands before its input");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256, this one has not", e);
        }
    }
}
