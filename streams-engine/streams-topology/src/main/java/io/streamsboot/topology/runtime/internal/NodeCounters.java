package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.deadletter.internal.DeadLetterEngine;
import io.streamsboot.topology.runtime.TopologyProgress.NodeCount;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Records and failures by node. A node's processors count into cells of their own, one writer each, so that counting
 * costs no contention; a closed processor's cell is added to the node's total. Thread-safe.
 */
public final class NodeCounters {

    private final ConcurrentMap<String, DeadLetterEngine> engines = new ConcurrentHashMap<>();
    private final Set<String> wrapped = ConcurrentHashMap.newKeySet();
    private final ConcurrentMap<String, ConcurrentMap<String, Node>> applications = new ConcurrentHashMap<>();

    /**
     * The counts of one processor instance, which extends it: a record costs one write to a field of an object that is in
     * the cache anyway. Written by its stream thread alone, read by others.
     */
    abstract static class Cell {

        private static final VarHandle RECORDS = field("records");
        private static final VarHandle FAILURES = field("failures");

        private long records;
        private long failures;

        final void countRecord() {
            RECORDS.setOpaque(this, records + 1);
        }

        /** How many records so far. For the writing thread. */
        final long count() {
            return records;
        }

        final void countFailure() {
            FAILURES.setOpaque(this, failures + 1);
        }

        private long records() {
            return (long) RECORDS.getOpaque(this);
        }

        private long failures() {
            return (long) FAILURES.getOpaque(this);
        }

        private static VarHandle field(String name) {
            try {
                return MethodHandles.lookup().findVarHandle(Cell.class, name, long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    private static final class Node {

        private final LongAdder records = new LongAdder();
        private final LongAdder failures = new LongAdder();
        private final Set<Cell> cells = ConcurrentHashMap.newKeySet();
    }

    /** From now on, nodes of this application are guarded. */
    void guard(String applicationId, DeadLetterEngine engine) {
        engines.put(applicationId, engine);
    }

    @Nullable DeadLetterEngine engine(String applicationId) {
        return engines.get(applicationId);
    }

    void wrapped(String node) {
        wrapped.add(node);
    }

    /**
     * Whether all of these nodes were built with this instance.
     *
     * @param nodes names of processors
     * @return false if some node was not seen
     */
    boolean knows(Set<String> nodes) {
        return wrapped.containsAll(nodes);
    }

    void open(String applicationId, String node, Cell cell) {
        nodes(applicationId).computeIfAbsent(node, name -> new Node()).cells.add(cell);
    }

    void close(String applicationId, String node, Cell cell) {
        Node counted = nodes(applicationId).get(node);
        if (counted != null && counted.cells.remove(cell)) {
            counted.records.add(cell.records());
            counted.failures.add(cell.failures());
        }
    }

    /**
     * The counts of an application's nodes.
     *
     * @param applicationId the application id
     * @return counts by name of the node, empty if no task ever ran
     */
    Map<String, NodeCount> of(String applicationId) {
        Map<String, NodeCount> counts = new HashMap<>();
        nodes(applicationId).forEach((name, node) -> {
            long records = node.records.sum();
            long failures = node.failures.sum();
            for (Cell cell : node.cells) {
                records += cell.records();
                failures += cell.failures();
            }
            counts.put(name, new NodeCount(records, failures));
        });
        return counts;
    }

    private ConcurrentMap<String, Node> nodes(String applicationId) {
        return applications.computeIfAbsent(applicationId, id -> new ConcurrentHashMap<>());
    }
}
