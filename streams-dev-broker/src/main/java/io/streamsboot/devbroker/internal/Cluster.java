package io.streamsboot.devbroker.internal;

import io.streamsboot.devbroker.DevBrokerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The nodes of one dev broker over one directory. Guarded by its own monitor. */
public final class Cluster {

    private static final Logger LOGGER = LoggerFactory.getLogger("io.streamsboot.devbroker");

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final BrokerDirectory directory;

    private final Map<String, String> overrides;

    private final List<NodePorts> ports = new ArrayList<>();

    private final Map<Integer, Node> running = new TreeMap<>();

    public Cluster(BrokerDirectory directory, Map<String, String> overrides) {
        this.directory = directory;
        this.overrides = Map.copyOf(overrides);
    }

    /**
     * Starts all nodes together.
     *
     * @param fixedPort the port of the first node, the others follow it; 0 for the ports of the last start where
     *     they are free, and any free ones otherwise
     */
    public synchronized void start(int nodes, int fixedPort) {
        List<NodeSockets> sockets = new ArrayList<>();
        try {
            for (int index = 0; index < nodes; index++) {
                sockets.add(bind(index, fixedPort));
            }
            sockets.forEach(each -> ports.add(each.ports()));
            directory.save(ports);
            for (int node = 1; node <= nodes; node++) {
                running.put(node, create(node, sockets.get(node - 1)));
            }
            startAll(List.copyOf(running.values()));
        } catch (RuntimeException | LinkageError e) {
            stop();
            sockets.forEach(NodeSockets::close);
            throw explain(e);
        }
    }

    public synchronized String bootstrapServers() {
        return String.join(
                ",",
                ports.stream()
                        .map(each -> NodeSockets.HOST + ":" + each.broker())
                        .toList());
    }

    /** Stops one node cleanly; a node that is not running stays as it is. */
    public synchronized void stopNode(int node) {
        Node stopped = running.remove(check(node));
        if (stopped != null) {
            stop(List.of(stopped));
        }
    }

    /** Starts a stopped node on the ports it had; a running node stays as it is. */
    public synchronized void startNode(int node) {
        if (running.containsKey(check(node))) {
            return;
        }
        NodeSockets sockets = NodeSockets.bindExactly(ports.get(node - 1));
        try {
            Node started = create(node, sockets);
            running.put(node, started);
            startAll(List.of(started));
        } catch (RuntimeException | LinkageError e) {
            Node failed = running.remove(node);
            if (failed != null) {
                stop(List.of(failed));
            }
            sockets.close();
            throw explain(e);
        }
    }

    /** Stops all nodes: the brokers while the quorum still stands, then the controllers. */
    public synchronized void stop() {
        List<Node> nodes = List.copyOf(running.values());
        running.clear();
        stop(nodes);
    }

    private static void stop(List<Node> nodes) {
        LogQuieting.quietly(() -> {
            stopEach(nodes, node -> node.stopBroker(STOP_TIMEOUT));
            if (nodes.size() > 1) {
                stopEach(nodes, Node::leaveQuorum);
            }
            stopEach(nodes, Node::stopController);
        });
    }

    private NodeSockets bind(int index, int fixedPort) {
        if (fixedPort != 0) {
            return NodeSockets.bindExactly(new NodePorts(fixedPort + index, 0));
        }
        List<NodePorts> last = directory.lastPorts();
        return NodeSockets.bindPreferring(last.isEmpty() ? NodePorts.ANY : last.get(index));
    }

    private Node create(int node, NodeSockets sockets) {
        return new Node(node, directory.clusterId(), directory.dataOf(node), ports, overrides, sockets);
    }

    private static void startAll(List<Node> nodes) {
        List<CompletableFuture<Void>> starts =
                nodes.stream().map(node -> inThread("start", node, Node::start)).toList();
        CompletableFuture<Void> all = CompletableFuture.allOf(starts.toArray(CompletableFuture<?>[]::new));
        // The first failure counts: the other nodes would wait for a quorum that never comes.
        CompletableFuture<Void> failed = new CompletableFuture<>();
        starts.forEach(start -> forwardFailure(start, failed));
        nodes.forEach(node -> forwardFailure(node.fault(), failed));
        try {
            LogQuieting.quietly(() -> CompletableFuture.anyOf(all, failed).join());
        } catch (CompletionException e) {
            // A node that is still starting cannot be stopped yet: it is as soon as its start has ended.
            all.whenComplete((done, failure) -> stop(nodes));
            throw e;
        }
    }

    private static void forwardFailure(CompletableFuture<Void> from, CompletableFuture<Void> to) {
        from.whenComplete((done, failure) -> {
            if (failure != null) {
                to.completeExceptionally(failure);
            }
        });
    }

    private static void stopEach(Collection<Node> nodes, Consumer<Node> stop) {
        List<CompletableFuture<Void>> stops =
                nodes.stream().map(node -> inThread("stop", node, stop)).toList();
        for (CompletableFuture<Void> each : stops) {
            try {
                each.join();
            } catch (CompletionException e) {
                LOGGER.warn("A node of the dev broker did not stop cleanly", e.getCause());
            }
        }
    }

    private static CompletableFuture<Void> inThread(String what, Node node, Consumer<Node> work) {
        return CompletableFuture.runAsync(() -> work.accept(node), command -> {
            Thread thread = new Thread(command, "dev-broker-" + what + "-" + node.id());
            thread.setDaemon(true);
            thread.start();
        });
    }

    private RuntimeException explain(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof DevBrokerException known) {
            return known;
        }
        return new DevBrokerException(
                "The dev broker in " + directory.path() + " did not start: " + cause
                        + ". Check the broker properties given to it; if the directory came from elsewhere or was"
                        + " changed by hand, delete it.",
                cause);
    }

    private int check(int node) {
        if (node < 1 || node > ports.size()) {
            throw new IllegalArgumentException(
                    "The dev broker has nodes 1 to " + ports.size() + ", there is no node " + node);
        }
        return node;
    }
}
