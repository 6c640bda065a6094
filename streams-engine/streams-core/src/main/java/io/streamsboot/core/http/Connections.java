package io.streamsboot.core.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnectionFactory;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.LaxConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Makes connections, keeps those that are free, and closes those that nobody has used for a while. Thread-safe. */
final class Connections {

    /** How long a connection is kept: less than servers commonly wait, so that they seldom close what is about to be used. */
    private static final TimeValue IDLE = TimeValue.ofSeconds(10);

    private static final int MAX_LINE = 16 << 10;
    private static final int MAX_HEADERS = 200;

    private final Duration connectTimeout;
    private final @Nullable SSLContext ssl;
    private final DefaultBHttpClientConnectionFactory factory = new DefaultBHttpClientConnectionFactory(
            Http1Config.custom()
                    .setMaxLineLength(MAX_LINE)
                    .setMaxHeaderCount(MAX_HEADERS)
                    .build(),
            null);
    private final LaxConnPool<HttpHost, DefaultBHttpClientConnection> pool =
            new LaxConnPool<>(Integer.MAX_VALUE, TimeValue.NEG_ONE_MILLISECOND, PoolReusePolicy.LIFO, null);

    Connections(Duration connectTimeout, @Nullable SSLContext ssl) {
        this.connectTimeout = connectTimeout;
        this.ssl = ssl;
    }

    /** A connection that belongs to one exchange until it is released or discarded. */
    final class Leased {

        private final PoolEntry<HttpHost, DefaultBHttpClientConnection> entry;
        private final DefaultBHttpClientConnection connection;
        private final boolean usedBefore;

        private Leased(
                PoolEntry<HttpHost, DefaultBHttpClientConnection> entry,
                DefaultBHttpClientConnection connection,
                boolean usedBefore) {
            this.entry = entry;
            this.connection = connection;
            this.usedBefore = usedBefore;
        }

        DefaultBHttpClientConnection connection() {
            return connection;
        }

        boolean isUsedBefore() {
            return usedBefore;
        }

        /** The answer was read to its end. */
        void release(ClassicHttpResponse response) {
            boolean again = DefaultConnectionReuseStrategy.INSTANCE.keepAlive(null, response, HttpCoreContext.create());
            entry.updateExpiry(IDLE);
            pool.release(entry, again && connection.isOpen());
        }

        void discard() {
            entry.discardConnection(CloseMode.IMMEDIATE);
            pool.release(entry, false);
        }
    }

    /**
     * A connection, one that is kept if there is any.
     *
     * @param untested whether it does not matter that the other side may have closed it
     */
    Leased lease(URI uri, Exchange exchange, boolean untested) throws IOException, InterruptedException {
        PoolEntry<HttpHost, DefaultBHttpClientConnection> entry = entry(uri);
        DefaultBHttpClientConnection kept = entry.getConnection();
        if (kept == null || !kept.isOpen() || (!untested && isStale(kept))) {
            return connect(entry, exchange);
        }
        kept.setSocketTimeout(Timeout.ofMilliseconds(exchange.millisLeft()));
        exchange.waitsFor(() -> kept.close(CloseMode.IMMEDIATE));
        return new Leased(entry, kept, true);
    }

    /** Whether the other side has closed it, or nobody can tell. */
    private static boolean isStale(DefaultBHttpClientConnection kept) {
        try {
            return kept.isStale();
        } catch (IOException e) {
            return true;
        }
    }

    /** A connection that is new. */
    Leased connect(URI uri, Exchange exchange) throws IOException, InterruptedException {
        return connect(entry(uri), exchange);
    }

    private PoolEntry<HttpHost, DefaultBHttpClientConnection> entry(URI uri) throws IOException, InterruptedException {
        boolean https = "https".equals(uri.getScheme().toLowerCase(Locale.ROOT));
        int port = uri.getPort() >= 0 ? uri.getPort() : https ? 443 : 80;
        HttpHost host = new HttpHost(https ? "https" : "http", uri.getHost(), port);
        try {
            // The pool has no bound, so nobody waits for anybody else's connection.
            return pool.lease(host, null, Timeout.DISABLED, null).get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private Leased connect(PoolEntry<HttpHost, DefaultBHttpClientConnection> entry, Exchange exchange)
            throws IOException {
        entry.discardConnection(CloseMode.IMMEDIATE);
        try {
            DefaultBHttpClientConnection connection = open(entry.getRoute(), exchange);
            entry.assignConnection(connection);
            return new Leased(entry, connection, false);
        } catch (IOException | RuntimeException e) {
            pool.release(entry, false);
            throw e;
        }
    }

    private DefaultBHttpClientConnection open(HttpHost host, Exchange exchange) throws IOException {
        InetSocketAddress address = new InetSocketAddress(host.getHostName(), host.getPort());
        if (address.isUnresolved()) {
            throw new UnknownHostException(host.getHostName());
        }
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            exchange.waitsFor(socket);
            socket.setTcpNoDelay(true);
            socket.connect(address, (int) Math.min(exchange.millisLeft(), Math.max(1, connectTimeout.toMillis())));
            socket.setSoTimeout(exchange.millisLeft());
            return "https".equals(host.getSchemeName())
                    ? factory.createConnection(secured(socket, host), socket)
                    : factory.createConnection(socket);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Shakes hands with whoever can show a certificate for the name (RFC 2818). */
    private SSLSocket secured(Socket socket, HttpHost host) throws IOException {
        String name = host.getHostName().replaceAll("^\\[|]$", "");
        SSLSocket secured = (SSLSocket) context().getSocketFactory().createSocket(socket, name, host.getPort(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private SSLContext context() {
        if (ssl != null) {
            return ssl;
        }
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the JVM has no default certificates", e);
        }
    }

    /** Closes what nobody has used for a while; false if nothing is open any more. */
    boolean closeIdle() {
        pool.closeExpired();
        return pool.getTotalStats().getAvailable() + pool.getTotalStats().getLeased() > 0;
    }
}
