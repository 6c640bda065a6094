package io.streamsboot.graph.internal;

import io.streamsboot.graph.internal.engine.OpFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node while its graph is being defined. */
final class NodeDef {

    final String kind;
    final String parameters;
    final List<NodeDef> inputs;
    final boolean number;
    final Clock clock;
    final Timer timer;
    final boolean needsTime;
    final boolean source;
    final boolean constant;
    final OpFactory factory;

    @Nullable String name;

    /** Whether a node has a timer, and what becomes of it at the end of the input. */
    enum Timer {
        NONE,
        DROPPED_AT_END,
        FIRES_AT_END
    }

    NodeDef(Draft draft, OpFactory factory) {
        this.kind = draft.kind;
        this.parameters = draft.parameters;
        this.inputs = List.copyOf(draft.inputs);
        this.number = draft.number;
        this.clock = draft.clock != null ? draft.clock : Clock.of(draft.kind, inputs);
        this.timer = draft.timer;
        this.needsTime = draft.needsTime;
        this.source = draft.source;
        this.constant = draft.constant;
        this.factory = factory;
    }

    /** What a node computes, as far as it can be said. */
    String signature() {
        return kind + "(" + parameters + ")";
    }

    String label() {
        return name == null ? signature() : "'" + name + "' " + signature();
    }

    /** What a node is made of. */
    static final class Draft {

        private final String kind;
        private String parameters = "";
        private List<NodeDef> inputs = List.of();
        private boolean number = true;
        private @Nullable Clock clock;
        private Timer timer = Timer.NONE;
        private boolean needsTime;
        private boolean source;
        private boolean constant;

        Draft(String kind) {
            this.kind = kind;
        }

        Draft parameters(Object value) {
            this.parameters = value.toString();
            return this;
        }

        Draft inputs(NodeDef... nodes) {
            this.inputs = List.of(nodes);
            return this;
        }

        Draft object() {
            this.number = false;
            return this;
        }

        Draft number(boolean isNumber) {
            this.number = isNumber;
            return this;
        }

        Draft clock(Clock when) {
            this.clock = when;
            return this;
        }

        Draft timer(Timer kindOfTimer) {
            this.timer = kindOfTimer;
            return this;
        }

        Draft needsTime() {
            this.needsTime = true;
            return this;
        }

        Draft constant() {
            this.constant = true;
            this.clock = Clock.ANY;
            return this;
        }

        Draft source() {
            this.source = true;
            this.clock = Clock.RECORD;
            return this;
        }
    }
}
