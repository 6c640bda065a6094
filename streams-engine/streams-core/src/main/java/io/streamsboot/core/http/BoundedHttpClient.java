package io.streamsboot.core.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks over HTTP/1.1 and waits for the answer, within bounds of time and size. Goes straight to the address of the request,
 * without proxies, and follows no redirects. Connections are kept and used again. Thread-safe.
 *
 * <p>The caller itself writes and reads. A client that leaves that to threads of its own, as the JDK's does, wakes them and is
 * woken by them for each answer, which takes longer than all else that there is to do for a small one.
 */
public final class BoundedHttpClient {

    /** What may be sent again when a connection turns out to have been closed by the other side (RFC 9110, 9.2.2). */
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE");

    private static final Duration REST = Duration.ofSeconds(5);

    private final Connections connections;
    private final Watch watch;
    private final HttpRequestExecutor executor = new HttpRequestExecutor();
    private final long maxBytes;

    /**
     * A client with connections of its own.
     *
     * @param connectTimeout how long a connection may take to be made
     * @param maxBytes most bytes of an answer's body
     * @param ssl certificates, or null for those of the JVM
     * @throws IllegalArgumentException if a bound is not positive
     */
    public BoundedHttpClient(Duration connectTimeout, long maxBytes, @Nullable SSLContext ssl) {
        if (connectTimeout.isNegative() || connectTimeout.isZero() || maxBytes < 1) {
            throw new IllegalArgumentException("a connection's time and an answer's size must be positive, but are "
                    + connectTimeout + " and " + maxBytes);
        }
        this.connections = new Connections(connectTimeout, ssl);
        this.watch = new Watch(connections::closeIdle, REST);
        this.maxBytes = maxBytes;
    }

    /**
     * An answer.
     *
     * @param status status of HTTP
     * @param body the body, empty if there is none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Answer(int status, byte[] body) {}

    /**
     * Sends a request without a body.
     *
     * @param request the request, of which address, method and headers count
     * @param patience how long all of the answer may take, body included; exceeded by no more than a few hundredths of a second
     * @return the answer
     * @throws HttpTimeoutException if it takes longer
     * @throws IOException if there is no answer, or it is too large
     * @throws InterruptedException if the wait was interrupted; the request is given up
     */
    public Answer send(HttpRequest.Builder request, Duration patience) throws IOException, InterruptedException {
        return send(request, null, patience);
    }

    /**
     * Sends a request.
     *
     * @param request the request, of which address, method and headers count
     * @param body the body, or null for none
     * @param patience how long all of the answer may take, body included; exceeded by no more than a few hundredths of a second
     * @return the answer
     * @throws HttpTimeoutException if it takes longer
     * @throws IOException if there is no answer, or it is too large
     * @throws InterruptedException if the wait was interrupted; the request is given up
     */
    public Answer send(HttpRequest.Builder request, byte @Nullable [] body, Duration patience)
            throws IOException, InterruptedException {
        HttpRequest asked = request.build();
        Exchange exchange = new Exchange(patience);
        watch.begin(exchange);
        try {
            return send(asked, body, exchange);
        } catch (IOException e) {
            throw exchange.meaning(e);
        } catch (HttpException e) {
            throw exchange.meaning(new IOException("what came is no answer of HTTP: " + e.getMessage(), e));
        } finally {
            watch.end(exchange);
        }
    }

    private Answer send(HttpRequest asked, byte @Nullable [] body, Exchange exchange)
            throws IOException, HttpException, InterruptedException {
        boolean idempotent = IDEMPOTENT.contains(asked.method());
        Connections.Leased leased = connections.lease(asked.uri(), exchange, idempotent);
        ClassicHttpResponse response;
        try {
            response = head(asked, body, leased);
        } catch (IOException e) {
            leased.discard();
            if (!leased.isUsedBefore() || !idempotent || exchange.isOver()) {
                throw e;
            }
            leased = connections.connect(asked.uri(), exchange);
            response = headOrDiscard(asked, body, leased);
        } catch (HttpException | RuntimeException e) {
            leased.discard();
            throw e;
        }
        return read(response, leased);
    }

    private ClassicHttpResponse headOrDiscard(HttpRequest asked, byte @Nullable [] body, Connections.Leased leased)
            throws IOException, HttpException {
        try {
            return head(asked, body, leased);
        } catch (IOException | HttpException | RuntimeException e) {
            leased.discard();
            throw e;
        }
    }

    private ClassicHttpResponse head(HttpRequest asked, byte @Nullable [] body, Connections.Leased leased)
            throws IOException, HttpException {
        return executor.execute(message(asked, body), leased.connection(), HttpCoreContext.create());
    }

    private static ClassicHttpRequest message(HttpRequest asked, byte @Nullable [] body) {
        URI uri = asked.uri();
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery();
        ClassicHttpRequest message =
                new BasicClassicHttpRequest(asked.method(), query == null ? path : path + "?" + query);
        message.setHeader(HttpHeaders.HOST, uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort());
        asked.headers().map().forEach((name, values) -> values.forEach(value -> message.addHeader(name, value)));
        if (body != null) {
            message.setHeader(HttpHeaders.CONTENT_LENGTH, body.length);
            message.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_OCTET_STREAM));
        }
        return message;
    }

    /** Reads the body to its end, which is what lets the connection be used again. */
    private Answer read(ClassicHttpResponse response, Connections.Leased leased) throws IOException {
        boolean whole = false;
        try {
            HttpEntity entity = response.getEntity();
            byte[] body = entity == null ? new byte[0] : bytes(entity);
            whole = true;
            return new Answer(response.getCode(), body);
        } finally {
            if (whole) {
                leased.release(response);
            } else {
                leased.discard();
            }
        }
    }

    private byte[] bytes(HttpEntity entity) throws IOException {
        long length = entity.getContentLength();
        if (length > maxBytes) {
            throw tooLarge();
        }
        int most = (int) Math.min(Integer.MAX_VALUE - 8, maxBytes + 1);
        byte[] body = entity.getContent().readNBytes(length < 0 ? most : (int) length);
        if (body.length > maxBytes) {
            throw tooLarge();
        }
        return body;
    }

    private IOException tooLarge() {
        return new IOException("the answer is larger than " + maxBytes + " bytes");
    }
}
