package io.streamsboot.devbroker.internal;

import io.streamsboot.devbroker.DevBrokerException;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one dev broker: a lock that keeps other brokers out, a state file with the cluster id, the node
 * count and the ports last used, and one data directory per node.
 */
public final class BrokerDirectory implements AutoCloseable {

    static final String STATE_FILE = "dev-broker.properties";

    static final String LOCK_FILE = "dev-broker.lock";

    private static final String CLUSTER_ID = "cluster.id";

    private static final String NODES = "nodes";

    private static final String METADATA_VERSION = "metadata.version";

    private static final String PORTS = "ports";

    private final Path path;

    private final boolean temporary;

    private final FileChannel channel;

    private final FileLock lock;

    private final String clusterId;

    private final String metadataVersion;

    private final List<NodePorts> lastPorts;

    private BrokerDirectory(
            Path path, boolean temporary, FileChannel channel, FileLock lock, Properties state, int nodes) {
        this.path = path;
        this.temporary = temporary;
        this.channel = channel;
        this.lock = lock;
        this.clusterId = state.getProperty(CLUSTER_ID);
        this.metadataVersion = state.getProperty(METADATA_VERSION);
        this.lastPorts = NodePorts.parse(state.getProperty(PORTS, ""), nodes);
    }

    /**
     * Locks and checks a directory, and creates it where it is missing.
     *
     * @param kept the directory to keep, or null for a temporary one that {@link #close()} removes
     * @throws DevBrokerException when the directory is in use, unusable, or made with another node count
     */
    public static BrokerDirectory open(@Nullable Path kept, int nodes) {
        Path path = kept != null ? createKept(kept.toAbsolutePath().normalize()) : createTemporary();
        FileChannel channel = null;
        try {
            channel = FileChannel.open(path.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = lock(path, channel);
            Properties state = readState(path, nodes);
            return new BrokerDirectory(path, kept == null, channel, lock, state, nodes);
        } catch (IOException | RuntimeException e) {
            closeQuietly(channel);
            if (kept == null) {
                delete(path);
            }
            if (e instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw new DevBrokerException(
                    "The dev broker cannot use directory " + path + ": " + e
                            + ". Make it readable and writable, or name another directory.",
                    e);
        }
    }

    public Path path() {
        return path;
    }

    public boolean temporary() {
        return temporary;
    }

    public String clusterId() {
        return clusterId;
    }

    /** The ports of the last start, in node order; empty when there was none. */
    public List<NodePorts> lastPorts() {
        return lastPorts;
    }

    public Path dataOf(int node) {
        return path.resolve("node-" + node);
    }

    /** Keeps the ports for the next start; the directory must be saved before a node is formatted. */
    public void save(List<NodePorts> ports) {
        Properties state = new Properties();
        state.setProperty(CLUSTER_ID, clusterId);
        state.setProperty(NODES, Integer.toString(ports.size()));
        state.setProperty(METADATA_VERSION, metadataVersion);
        state.setProperty(PORTS, NodePorts.format(ports));
        Path target = path.resolve(STATE_FILE);
        Path draft = path.resolve(STATE_FILE + ".new");
        try {
            try (Writer writer = Files.newBufferedWriter(draft, StandardCharsets.UTF_8)) {
                state.store(writer, "State of a Streams Boot dev broker: delete the whole directory, not this file");
            }
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new DevBrokerException(
                    "The dev broker cannot write " + target + ": " + e + ". Make its directory writable.", e);
        }
    }

    /** Gives up the lock, and removes a temporary directory. */
    @Override
    public void close() {
        try {
            lock.release();
        } catch (IOException e) {
            // Closing the channel releases the lock as well.
        }
        closeQuietly(channel);
        if (temporary) {
            delete(path);
        }
    }

    private static Path createKept(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new DevBrokerException(
                    "The dev broker cannot create directory " + path + ": " + e
                            + ". Name a directory that can be created and written.",
                    e);
        }
    }

    private static Path createTemporary() {
        try {
            return Files.createTempDirectory("streams-dev-broker-").toAbsolutePath();
        } catch (IOException e) {
            throw new DevBrokerException(
                    "The dev broker cannot create a temporary directory in " + System.getProperty("java.io.tmpdir")
                            + ": " + e + ". Free some space there, or name a directory of your own.",
                    e);
        }
    }

    private static FileLock lock(Path path, FileChannel channel) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            throw new DevBrokerException("The directory " + path + " is in use by another dev broker, in this or"
                    + " another JVM. Close that broker, or name another directory.");
        }
        return lock;
    }

    private static Properties readState(Path path, int nodes) throws IOException {
        Properties state = new Properties();
        Path file = path.resolve(STATE_FILE);
        if (!Files.exists(file)) {
            if (Files.exists(path.resolve("node-1").resolve("meta.properties"))) {
                throw new DevBrokerException("The directory " + path + " holds broker data but no " + STATE_FILE
                        + ". Delete the directory, or name another one.");
            }
            state.setProperty(CLUSTER_ID, Uuid.randomUuid().toString());
            state.setProperty(
                    METADATA_VERSION,
                    Short.toString(MetadataVersion.latestProduction().featureLevel()));
            return state;
        }
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            state.load(reader);
        } catch (IllegalArgumentException e) {
            throw new DevBrokerException(damaged(file), e);
        }
        int madeWith;
        int metadata;
        try {
            madeWith = Integer.parseInt(state.getProperty(NODES, ""));
            metadata = Integer.parseInt(state.getProperty(METADATA_VERSION, ""));
        } catch (NumberFormatException e) {
            throw new DevBrokerException(damaged(file), e);
        }
        if (state.getProperty(CLUSTER_ID, "").isBlank()) {
            throw new DevBrokerException(damaged(file));
        }
        if (madeWith != nodes) {
            throw new DevBrokerException("The directory " + path + " was made by a dev broker of " + madeWith
                    + (madeWith == 1 ? " node" : " nodes") + ", but " + nodes + (nodes == 1 ? " is" : " are")
                    + " asked for now. Start it with " + madeWith + (madeWith == 1 ? " node" : " nodes")
                    + ", delete the directory, or name another one.");
        }
        if (metadata > MetadataVersion.latestProduction().featureLevel()) {
            throw new DevBrokerException("The directory " + path + " was made by a newer Kafka (metadata version level "
                    + metadata + ") than the one on the class path (level "
                    + MetadataVersion.latestProduction().featureLevel()
                    + "). Use that Kafka version again, delete the directory, or name another one.");
        }
        return state;
    }

    private static String damaged(Path file) {
        return "The state file " + file + " is damaged. Delete its directory, or name another one.";
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // Nothing was written through it.
            }
        }
    }

    private static void delete(Path root) {
        List<Path> paths = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(root)) {
            walk.sorted(Comparator.reverseOrder()).forEach(paths::add);
        } catch (IOException | UncheckedIOException e) {
            paths.add(root);
        }
        for (Path path : paths) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // A file that is still mapped cannot be deleted on Windows; the system's own clean-up takes it.
            }
        }
    }
}
