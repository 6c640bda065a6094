package io.streamsboot.core.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks over HTTP/1.1 and waits for the answer, within bounds of time and size. Follows no redirects. Thread-safe.
 *
 * <p>The caller waits in {@link HttpClient#send}: {@link HttpClient#sendAsync} hands each answer to the common pool, and on
 * a machine of one or two processors, which has none, starts a thread for it.
 */
public final class BoundedHttpClient {

    private final HttpClient client;
    private final long maxBytes;

    /**
     * A client with connections of its own.
     *
     * @param connectTimeout how long a connection may take to be made
     * @param maxBytes most bytes of an answer's body
     * @param ssl certificates, or null for those of the JVM
     */
    public BoundedHttpClient(Duration connectTimeout, long maxBytes, @Nullable SSLContext ssl) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                // What is done with an answer here never waits, so that the client's own thread can do it.
                .executor(Runnable::run);
        if (ssl != null) {
            builder.sslContext(ssl);
        }
        this.client = builder.build();
        this.maxBytes = maxBytes;
    }

    /**
     * Sends a request.
     *
     * @param request the request, whose own timeout is replaced
     * @param patience how long all of the answer may take, body included
     * @return the answer
     * @throws HttpTimeoutException if it takes longer
     * @throws IOException if there is no answer, or it is too large
     * @throws InterruptedException if the wait was interrupted; the request is given up
     */
    public HttpResponse<byte[]> send(HttpRequest.Builder request, Duration patience)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            // The client's own timeout ends with the headers.
            return client.send(
                    request.timeout(patience).build(), info -> new CappedBody(maxBytes, deadline - System.nanoTime()));
        } catch (IOException e) {
            if (e.getCause() instanceof TimeoutException) {
                HttpTimeoutException late = new HttpTimeoutException("the answer did not end in time");
                late.initCause(e);
                throw late;
            }
            throw e;
        }
    }
}
