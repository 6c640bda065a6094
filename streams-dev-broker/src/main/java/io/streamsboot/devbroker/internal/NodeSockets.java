package io.streamsboot.devbroker.internal;

import io.streamsboot.devbroker.DevBrokerException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.server.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The listening sockets of one node, bound before the server starts and handed to it: a port, once chosen, cannot be
 * taken by anybody else in between.
 */
public final class NodeSockets implements ServerSocketFactory, AutoCloseable {

    static final String HOST = "localhost";

    static final String BROKER_LISTENER = "PLAINTEXT";

    static final String CONTROLLER_LISTENER = "CONTROLLER";

    private static final int BACKLOG = 50;

    private final Map<String, ServerSocketChannel> bound = new ConcurrentHashMap<>();

    private final NodePorts ports;

    private NodeSockets(ServerSocketChannel broker, ServerSocketChannel controller) throws IOException {
        this.bound.put(BROKER_LISTENER, broker);
        this.bound.put(CONTROLLER_LISTENER, controller);
        this.ports = new NodePorts(portOf(broker), portOf(controller));
    }

    /** Binds the wished ports where they are free, and any free ports otherwise. */
    public static NodeSockets bindPreferring(NodePorts wish) {
        return bind(wish, true);
    }

    /** Binds exactly the wished ports (0 still means any). */
    public static NodeSockets bindExactly(NodePorts ports) {
        return bind(ports, false);
    }

    private static NodeSockets bind(NodePorts wish, boolean otherwiseAny) {
        ServerSocketChannel broker = null;
        try {
            broker = open(wish.broker(), otherwiseAny);
            return new NodeSockets(broker, open(wish.controller(), otherwiseAny));
        } catch (IOException e) {
            closeQuietly(broker);
            throw new DevBrokerException(
                    "The dev broker cannot listen on " + HOST + " port " + wish.broker() + " or "
                            + wish.controller() + ": " + e
                            + ". Stop the process that holds the port, or name another port or none.",
                    e);
        } catch (RuntimeException e) {
            closeQuietly(broker);
            throw e;
        }
    }

    private static ServerSocketChannel open(int port, boolean otherwiseAny) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            // A port of a node that was just stopped still has connections in TIME_WAIT.
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, Boolean.TRUE);
            channel.bind(new InetSocketAddress(HOST, port), BACKLOG);
            return channel;
        } catch (BindException e) {
            channel.close();
            if (otherwiseAny && port != 0) {
                return open(0, false);
            }
            throw e;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    public NodePorts ports() {
        return ports;
    }

    @Override
    public ServerSocketChannel openServerSocket(
            String listenerName, InetSocketAddress address, int backlog, int receiveBufferSize) throws IOException {
        ServerSocketChannel channel = bound.remove(listenerName.toUpperCase(Locale.ROOT));
        if (channel == null) {
            return ServerSocketFactory.INSTANCE.openServerSocket(listenerName, address, backlog, receiveBufferSize);
        }
        channel.configureBlocking(false);
        if (receiveBufferSize > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBufferSize);
        }
        return channel;
    }

    /** Closes the sockets that no server has taken over. */
    @Override
    public void close() {
        bound.values().forEach(NodeSockets::closeQuietly);
        bound.clear();
    }

    private static int portOf(ServerSocketChannel channel) throws IOException {
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    private static void closeQuietly(@Nullable ServerSocketChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // A listening socket has nothing to flush.
            }
        }
    }
}
