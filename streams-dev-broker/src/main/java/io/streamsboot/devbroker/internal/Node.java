package io.streamsboot.devbroker.internal;

import io.streamsboot.devbroker.DevBrokerException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server$;
import kafka.server.SharedServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.RaftClient;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.server.fault.FaultHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * One run of one server node, broker and controller in one. It is wired like Kafka's own main class, but with sockets
 * that are bound already and with faults that are reported instead of ending the JVM. A node that was stopped is not
 * started again: a new one takes its place.
 */
final class Node {

    private static final Logger LOGGER = LoggerFactory.getLogger("io.streamsboot.devbroker");

    private static final int LEAVE_QUORUM_MILLIS = 100;

    private final int id;

    private final NodeSockets sockets;

    private final CompletableFuture<Void> fault = new CompletableFuture<>();

    private final ControllerServer controller;

    private final BrokerServer broker;

    Node(
            int id,
            String clusterId,
            Path data,
            List<NodePorts> ports,
            Map<String, String> overrides,
            NodeSockets sockets) {
        this.id = id;
        this.sockets = sockets;
        KafkaConfig config = new KafkaConfig(NodeSettings.of(id, ports, data, overrides), false);
        format(id, clusterId, data);
        Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> loaded =
                KafkaRaftServer.initializeLogDirs(config, LOGGER, "[node " + id + "] ");
        SharedServer shared = new SharedServer(
                config,
                loaded._1(),
                Time.SYSTEM,
                Server$.MODULE$.initializeMetrics(config, Time.SYSTEM, clusterId),
                CompletableFuture.completedFuture(voters(ports)),
                List.of(),
                this::faultHandler,
                sockets);
        this.controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), loaded._2());
        this.broker = new BrokerServer(shared);
    }

    int id() {
        return id;
    }

    /** Completes exceptionally when a part of the node has failed for good; never completes otherwise. */
    CompletableFuture<Void> fault() {
        return fault;
    }

    /** Starts the node; returns when clients can use it, which needs a majority of the nodes to be starting too. */
    void start() {
        controller.startup();
        broker.startup();
    }

    void stopBroker(Duration timeout) {
        broker.shutdown(timeout);
    }

    /**
     * Takes the controller out of its quorum without the five seconds that it would wait for a successor: when all
     * nodes stop, there is none. Called by reflection, because the method's result differs between Kafka versions.
     */
    void leaveQuorum() {
        try {
            Object client = controller.raftManager().client();
            Object left = RaftClient.class.getMethod("shutdown", int.class).invoke(client, LEAVE_QUORUM_MILLIS);
            ((CompletionStage<?>) left)
                    .handle((done, failure) -> Boolean.TRUE)
                    .toCompletableFuture()
                    .get(10L * LEAVE_QUORUM_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ReflectiveOperationException | ExecutionException | TimeoutException | RuntimeException e) {
            LOGGER.debug("Node {} waits for a successor", id, e);
        }
    }

    void stopController() {
        controller.shutdown();
        sockets.close();
    }

    private static Map<Integer, InetSocketAddress> voters(List<NodePorts> ports) {
        Map<Integer, InetSocketAddress> voters = new HashMap<>();
        for (NodePorts each : ports) {
            voters.put(voters.size() + 1, new InetSocketAddress(NodeSockets.HOST, each.controller()));
        }
        return voters;
    }

    private static void format(int id, String clusterId, Path data) {
        Formatter formatter = new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(id)
                .setClusterId(clusterId)
                .addDirectory(data.toString())
                .setMetadataLogDirectory(data.toString())
                .setControllerListenerName(NodeSockets.CONTROLLER_LISTENER)
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
                .setFeatureLevel("transaction.version", (short) 2)
                .setFeatureLevel("streams.version", (short) 1)
                .setIgnoreFormatted(true);
        try {
            formatter.run();
        } catch (Exception e) {
            throw new DevBrokerException(
                    "The dev broker cannot prepare " + data + ": " + e + ". Delete the directory, or name another one.",
                    e);
        }
    }

    private FaultHandler faultHandler(String name, boolean fatal, Runnable action) {
        return (message, cause) -> {
            action.run();
            RuntimeException failure = new DevBrokerException(
                    "Node " + id + " of the dev broker failed in " + name + ": " + message
                            + (cause == null ? "" : " (" + cause + ")"),
                    cause);
            if (fatal) {
                fault.completeExceptionally(failure);
                LOGGER.debug("Fatal fault", failure);
            } else {
                LOGGER.warn("Fault in node {} of the dev broker: {}: {}", id, name, message, cause);
            }
            return failure;
        };
    }
}
