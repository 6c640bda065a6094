package io.streamsboot.boot.query;

import io.streamsboot.core.http.BoundedHttpClient;
import io.streamsboot.topology.query.QueryPeers;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * Asks other instances over HTTP, at the same endpoint that users ask. One hop and no redirects; what takes too long, is
 * too large or comes from somewhere else than a checked address is no answer. Thread-safe.
 */
public final class HttpQueryPeers implements QueryPeers {

    private final Settings settings;
    private final PeerPolicy policy;
    private final BooleanSupplier ownIsLoopback;
    private final List<QueryPeerRequestCustomizer> customizers;
    private final Exchange exchange;

    /**
     * A new way to ask.
     *
     * @param settings the settings
     * @param policy which addresses may be asked
     * @param ownIsLoopback whether this instance itself is reached by a loopback address
     * @param customizers change each request
     */
    public HttpQueryPeers(
            Settings settings,
            PeerPolicy policy,
            BooleanSupplier ownIsLoopback,
            List<QueryPeerRequestCustomizer> customizers) {
        this.settings = settings;
        this.policy = policy;
        this.ownIsLoopback = ownIsLoopback;
        this.customizers = List.copyOf(customizers);
        this.exchange = new Exchange(
                new BoundedHttpClient(settings.connectTimeout(), settings.maxResponseSize(), settings.ssl()));
    }

    /**
     * How other instances are reached; the same on all of them.
     *
     * @param https whether by TLS
     * @param basePath path of the endpoint, beginning with a slash
     * @param connectTimeout how long a connection may take to be made
     * @param readTimeout how long an answer may take
     * @param maxResponseSize most bytes of an answer
     * @param ssl certificates, or null for those of the JVM
     */
    public record Settings(
            boolean https,
            String basePath,
            Duration connectTimeout,
            Duration readTimeout,
            long maxResponseSize,
            @Nullable SSLContext ssl) {

        public Settings {
            if (!basePath.startsWith("/")) {
                throw new IllegalArgumentException("the base path must begin with '/', but is '" + basePath + "'");
            }
        }
    }

    @Override
    public QueryResult ask(HostInfo peer, QueryRequest request, Set<Integer> partitions, Duration timeout) {
        String name = peer.host() + ":" + peer.port();
        InetAddress address;
        try {
            address = policy.check(peer.host(), ownIsLoopback.getAsBoolean());
            if (peer.port() < 1 || peer.port() > 65_535) {
                throw new RefusedPeerException("port " + peer.port() + " is none");
            }
        } catch (RefusedPeerException e) {
            return RemoteAnswers.unreachable("instance " + name + " is not asked: " + e.getMessage());
        }
        Duration patience = timeout.compareTo(settings.readTimeout()) < 0 ? timeout : settings.readTimeout();
        URI uri = URI.create((settings.https() ? "https://" + bracketed(peer.host()) : "http://" + literal(address))
                + ":" + peer.port() + settings.basePath() + PeerQuery.of(request, partitions, patience));
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(uri).header("Accept", "application/json").GET();
        customizers.forEach(customizer -> customizer.customize(builder));
        // The other side may need all of its time to say that it is not ready.
        return exchange.send(name, builder, request, partitions, patience.plus(settings.connectTimeout()));
    }

    /** The address that was checked, so that the name is not looked up a second time with another result. */
    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        return address instanceof Inet6Address ? "[" + text + "]" : text;
    }

    private static String bracketed(String host) {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }
}
