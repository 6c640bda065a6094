package io.streamsboot.devbroker.internal;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The server settings of one node: quick to start, small in memory, and never losing a record by its record time. */
final class NodeSettings {

    private static final int INTERNAL_PARTITIONS = 4;

    private NodeSettings() {}

    /**
     * @param overrides settings of the user; they win, except over those that tie the nodes together
     */
    static Map<String, String> of(int node, List<NodePorts> ports, Path data, Map<String, String> overrides) {
        Map<String, String> settings = new HashMap<>(defaults(ports.size()));
        settings.putIfAbsent(
                "listener.security.protocol.map",
                NodeSockets.BROKER_LISTENER + ":PLAINTEXT," + NodeSockets.CONTROLLER_LISTENER + ":PLAINTEXT");
        settings.putAll(overrides);
        NodePorts own = ports.get(node - 1);
        String broker = NodeSockets.BROKER_LISTENER + "://" + NodeSockets.HOST + ":" + own.broker();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(node));
        settings.put(
                "listeners",
                broker + "," + NodeSockets.CONTROLLER_LISTENER + "://" + NodeSockets.HOST + ":" + own.controller());
        settings.put("advertised.listeners", broker);
        settings.put("inter.broker.listener.name", NodeSockets.BROKER_LISTENER);
        settings.put("controller.listener.names", NodeSockets.CONTROLLER_LISTENER);
        settings.put("controller.quorum.voters", voters(ports));
        settings.put("log.dirs", data.toString());
        return settings;
    }

    private static Map<String, String> defaults(int nodes) {
        String replicas = Integer.toString(Math.min(nodes, 3));
        String partitions = Integer.toString(INTERNAL_PARTITIONS);
        Map<String, String> settings = new HashMap<>();
        settings.put("default.replication.factor", replicas);
        settings.put("min.insync.replicas", "1");
        settings.put("offsets.topic.replication.factor", replicas);
        settings.put("offsets.topic.num.partitions", partitions);
        settings.put("transaction.state.log.replication.factor", replicas);
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("transaction.state.log.num.partitions", partitions);
        settings.put("share.coordinator.state.topic.replication.factor", replicas);
        settings.put("share.coordinator.state.topic.min.isr", "1");
        settings.put("share.coordinator.state.topic.num.partitions", partitions);
        settings.put("auto.create.topics.enable", "false");
        // Replayed data is often years old: by record time, a default retention would delete it at once.
        settings.put("log.retention.ms", "-1");
        // A developer who comes back after a holiday must not find the positions of the groups gone (one year).
        settings.put("offsets.retention.minutes", "525600");
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("group.streams.initial.rebalance.delay.ms", "0");
        // The lower bounds only: fault tests may ask for short sessions, the defaults stay Kafka's.
        settings.put("group.min.session.timeout.ms", "500");
        settings.put("group.consumer.min.session.timeout.ms", "500");
        settings.put("group.consumer.min.heartbeat.interval.ms", "100");
        settings.put("group.streams.min.session.timeout.ms", "500");
        settings.put("group.streams.min.heartbeat.interval.ms", "100");
        settings.put("log.cleaner.dedupe.buffer.size", "16777216");
        // A start and a clean stop take several heartbeats each.
        settings.put("broker.heartbeat.interval.ms", "300");
        // So long a broker that was killed is taken for alive, and its successor has to wait.
        settings.put("broker.session.timeout.ms", "6000");
        // Several brokers in one JVM would claim the same JMX names.
        settings.put("metric.reporters", "");
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        settings.put("controller.quorum.election.timeout.ms", "500");
        settings.put("controller.quorum.election.backoff.max.ms", "300");
        settings.put("initial.broker.registration.timeout.ms", "30000");
        settings.put("server.max.startup.time.ms", "60000");
        return settings;
    }

    private static String voters(List<NodePorts> ports) {
        StringJoiner voters = new StringJoiner(",");
        for (int node = 1; node <= ports.size(); node++) {
            voters.add(node + "@" + NodeSockets.HOST + ":" + ports.get(node - 1).controller());
        }
        return voters.toString();
    }
}
