package io.streamsboot.graph.internal;

import io.streamsboot.graph.GraphDefinitionException;
import io.streamsboot.graph.Node;
import io.streamsboot.graph.Signal;
import io.streamsboot.graph.internal.NodeDef.Draft;
import io.streamsboot.graph.internal.engine.OpFactory;
import io.streamsboot.graph.internal.engine.Ops;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The nodes of a graph while it is being defined. Built-in nodes that compute the same are one. */
final class GraphDraft {

    private final List<NodeDef> nodes = new ArrayList<>();
    private final Map<SharedKey, NodeDef> shared = new HashMap<>();
    private boolean closed;

    /** What makes two built-in nodes equal. */
    private record SharedKey(String signature, List<NodeDef> inputs) {}

    NodeDef def(Draft draft, OpFactory factory) {
        checkOpen();
        NodeDef def = new NodeDef(draft, factory);
        nodes.add(def);
        return def;
    }

    NodeDef sharedDef(Draft draft, OpFactory factory) {
        checkOpen();
        NodeDef def = new NodeDef(draft, factory);
        NodeDef known = shared.putIfAbsent(new SharedKey(def.signature(), def.inputs), def);
        if (known != null) {
            return known;
        }
        nodes.add(def);
        return def;
    }

    Signal shared(Draft draft, OpFactory factory) {
        return new SignalImpl(this, sharedDef(draft, factory));
    }

    Signal signal(Draft draft, OpFactory factory) {
        return new SignalImpl(this, def(draft, factory));
    }

    <T> Node<T> node(Draft draft, OpFactory factory) {
        return new NodeImpl<>(this, def(draft, factory));
    }

    /** A handle of the type that the caller knows the node to have. */
    @SuppressWarnings("unchecked")
    <T> Node<T> handle(NodeDef def) {
        return def.number ? (Node<T>) new SignalImpl(this, def) : new NodeImpl<>(this, def);
    }

    Signal constant(double number) {
        var node = new Draft("constant").parameters(Double.toString(number)).constant();
        return shared(node, Ops.constant(number));
    }

    NodeDef def(Node<?> node) {
        if (!(node instanceof NodeImpl<?> own)) {
            throw new GraphDefinitionException("a node must come from the builder of its graph, not from "
                    + node.getClass().getName());
        }
        if (own.draft != this) {
            throw new GraphDefinitionException("the node " + own.def.label()
                    + " belongs to another graph; make all nodes of a graph with its own builder");
        }
        return own.def;
    }

    void name(NodeDef def, String name) {
        checkOpen();
        if (name.isBlank()) {
            throw new GraphDefinitionException("the name of " + def.label() + " is blank");
        }
        for (NodeDef other : nodes) {
            if (other != def && name.equals(other.name)) {
                throw new GraphDefinitionException(
                        "two nodes are named '" + name + "': " + other.label() + " and " + def.label());
            }
        }
        def.name = name;
    }

    void close() {
        closed = true;
    }

    /** All nodes, each behind its inputs. */
    List<NodeDef> nodes() {
        return nodes;
    }

    void checkOpen() {
        if (closed) {
            throw new GraphDefinitionException(
                    "the graph is defined already; its builder and nodes are of use inside Graph.define only");
        }
    }
}
