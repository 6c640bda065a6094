package io.streamsboot.devbroker;

import io.streamsboot.devbroker.internal.BrokerDirectory;
import io.streamsboot.devbroker.internal.Cluster;
import io.streamsboot.devbroker.internal.LogQuieting;
import io.streamsboot.devbroker.internal.MissingTopics;
import io.streamsboot.devbroker.internal.TopicSpec;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's own server in this JVM, for development and tests: one to three nodes, each broker and controller, with
 * transactions and all group protocols.
 *
 * <pre>{@code
 * try (DevBroker broker = DevBroker.builder().topic("orders", 4).start()) {
 *     properties.put("bootstrap.servers", broker.bootstrapServers());
 *     ...
 * }
 * }</pre>
 *
 * <p>Without a {@linkplain Builder#directory(Path) directory} the data is temporary and {@link #close()} removes it;
 * with one it is kept, and the next dev broker on that directory is the same cluster. The server's threads are not
 * daemons: a JVM ends only after {@link #close()}.
 *
 * <p>Retention by time is off by default ({@code log.retention.ms=-1}), because replayed records are often years old.
 * It is no production cluster: no security, no durability beyond that of one file system, and a log directory that
 * disappears or fills up ends the JVM, as it ends a Kafka server.
 *
 * <p>Thread-safe. Any number of dev brokers can run in one JVM.
 */
public final class DevBroker implements AutoCloseable {

    private final BrokerDirectory directory;

    private final Cluster cluster;

    private boolean closed;

    private DevBroker(BrokerDirectory directory, Cluster cluster) {
        this.directory = directory;
        this.cluster = cluster;
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Loggers of the server, without those that clients share with it. Below ERROR they say little that concerns an
     * application. With Logback they are set to ERROR at start, as far as neither they nor their parents (the root
     * aside) have a level of their own; with another logging library, set them in its configuration.
     *
     * @return the names of the loggers, in no particular order
     */
    public static List<String> noisyLoggers() {
        return LogQuieting.LOGGERS;
    }

    /**
     * Runs a broker in a JVM of its own until it is terminated, for tests that kill it. It prints one line, {@code
     * READY <bootstrap servers>}, when clients can connect.
     *
     * @param args {@code --directory=PATH}, {@code --nodes=1..3}, {@code --port=PORT}, {@code
     *     --topic=NAME:PARTITIONS} and {@code --property=NAME=VALUE}, all optional
     */
    public static void main(String[] args) {
        Main.run(args);
    }

    /** The addresses of all nodes, as {@code bootstrap.servers} takes them; the same for the broker's whole life. */
    public String bootstrapServers() {
        return cluster.bootstrapServers();
    }

    public String clusterId() {
        return directory.clusterId();
    }

    /** The absolute path of the data. */
    public Path directory() {
        return directory.path();
    }

    /** Whether {@link #close()} removes the data. */
    public boolean temporary() {
        return directory.temporary();
    }

    /**
     * Stops one node cleanly and waits for its end; does nothing when it is stopped already.
     *
     * @param id the node, from 1
     * @throws IllegalArgumentException when there is no such node
     */
    public void stopNode(int id) {
        synchronized (this) {
            requireOpen();
            cluster.stopNode(id);
        }
    }

    /**
     * Starts a stopped node on the port it had, and waits until it takes part; does nothing when it is running. A
     * majority of the nodes must be running or the start fails after a minute.
     *
     * @param id the node, from 1
     * @throws IllegalArgumentException when there is no such node
     * @throws DevBrokerException when it does not start
     */
    public void startNode(int id) {
        synchronized (this) {
            requireOpen();
            cluster.startNode(id);
        }
    }

    /** Creates a topic with as many replicas as there are nodes; does nothing when it exists. */
    public void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    /**
     * Creates a topic with as many replicas as there are nodes, and returns when all running nodes know it; does
     * nothing when it exists.
     *
     * @param configs topic settings such as {@code cleanup.policy}
     * @throws DevBrokerException when Kafka refuses it, or does not answer within 30 seconds
     */
    public void createTopic(String name, int partitions, Map<String, String> configs) {
        synchronized (this) {
            requireOpen();
        }
        MissingTopics.create(bootstrapServers(), List.of(new TopicSpec(name, partitions, configs)));
    }

    /** Stops all nodes, removes temporary data and gives the directory free; does nothing the second time. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            cluster.stop();
        } finally {
            directory.close();
        }
    }

    @Override
    public String toString() {
        return "DevBroker[" + bootstrapServers() + ", " + directory() + (temporary() ? ", temporary]" : "]");
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(this + " is closed; start a new one");
        }
    }

    /** Describes a dev broker and starts it. Not thread-safe. */
    public static final class Builder {

        private final Map<String, String> properties = new LinkedHashMap<>();

        private final Map<String, TopicSpec> topics = new LinkedHashMap<>();

        private int nodes = 1;

        private int port;

        private @Nullable Path directory;

        private Builder() {}

        /**
         * How many nodes, one by default. Topics have as many replicas.
         *
         * @throws IllegalArgumentException when it is not 1, 2 or 3
         */
        public Builder nodes(int nodes) {
            if (nodes < 1 || nodes > 3) {
                throw new IllegalArgumentException("A dev broker has one to three nodes, not " + nodes);
            }
            this.nodes = nodes;
            return this;
        }

        /** Where the data is kept; it is created when missing, and reused with its cluster id when not. */
        public Builder directory(Path directory) {
            this.directory = Objects.requireNonNull(directory, "directory");
            return this;
        }

        /**
         * The port of the first node, the following ones for the others. By default free ports are found: those of
         * the last start where they still are free.
         *
         * @param port a port, or 0 for the default
         */
        public Builder port(int port) {
            if (port < 0 || port > 65533) {
                throw new IllegalArgumentException("A dev broker's port is 0 (any) to 65533, not " + port);
            }
            this.port = port;
            return this;
        }

        /** A server setting of all nodes. Listeners, node ids, voters and directories are not up for change. */
        public Builder property(String name, String value) {
            properties.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
            return this;
        }

        /** Server settings of all nodes, as by {@link #property(String, String)}. */
        public Builder properties(Map<String, String> properties) {
            properties.forEach(this::property);
            return this;
        }

        /** A topic to create at start when it is missing. */
        public Builder topic(String name, int partitions) {
            return topic(name, partitions, Map.of());
        }

        /** A topic with settings to create at start when it is missing; one that exists is left as it is. */
        public Builder topic(String name, int partitions, Map<String, String> configs) {
            topics.put(name, new TopicSpec(name, partitions, configs));
            return this;
        }

        /**
         * Starts the nodes, and returns when clients can use them and the topics.
         *
         * @throws DevBrokerException when a directory or port cannot be used, or a node does not start; nothing is
         *     left running then
         */
        public DevBroker start() {
            LogQuieting.apply();
            BrokerDirectory opened = BrokerDirectory.open(directory, nodes);
            Cluster cluster = new Cluster(opened, properties);
            DevBroker broker = new DevBroker(opened, cluster);
            try {
                cluster.start(nodes, port);
                MissingTopics.create(cluster.bootstrapServers(), List.copyOf(topics.values()));
                return broker;
            } catch (RuntimeException | Error e) {
                broker.close();
                throw e;
            }
        }
    }
}
