package io.streamsboot.core.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundedHttpClientTests {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(200);

    private final ExecutorService workers = Executors.newFixedThreadPool(2);
    private final CountDownLatch released = new CountDownLatch(1);
    private final BoundedHttpClient client = new BoundedHttpClient(LONG, 1_000, null);
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(workers);
        server.createContext("/whole", answering(exchange -> respond(exchange, 5, "whole")));
        server.createContext("/large", answering(exchange -> respond(exchange, 0, "x".repeat(1_001))));
        server.createContext("/silent", answering(exchange -> await()));
        server.createContext("/half", answering(exchange -> {
            respond(exchange, 10, "half");
            await();
        }));
        server.start();
    }

    @AfterEach
    void stop() {
        released.countDown();
        server.stop(0);
        workers.shutdownNow();
    }

    private static HttpHandler answering(HttpHandler handler) {
        return exchange -> {
            try (exchange) {
                handler.handle(exchange);
            }
        };
    }

    private static void respond(HttpExchange exchange, long length, String text) throws IOException {
        exchange.sendResponseHeaders(200, length);
        exchange.getResponseBody().write(text.getBytes(UTF_8));
        exchange.getResponseBody().flush();
    }

    private void await() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String get(String path, Duration patience) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
        return new String(client.send(HttpRequest.newBuilder(address), patience).body(), UTF_8);
    }

    @Test
    void readsAnAnswer() throws Exception {
        assertThat(get("/whole", LONG)).isEqualTo("whole");
    }

    @Test
    void givesUpWhatIsTooLarge() {
        assertThatIOException().isThrownBy(() -> get("/large", LONG)).withMessageContaining("larger than 1000 bytes");
    }

    @Test
    void givesUpWhatTakesTooLong() {
        for (String path : new String[] {"/silent", "/half"}) {
            assertThatExceptionOfType(HttpTimeoutException.class).isThrownBy(() -> get(path, SHORT));
        }
    }

    @Test
    void readsAnswersOverTls(@TempDir Path directory) throws Exception {
        SSLContext ssl = ownCertificate(directory.resolve("keys.p12"));
        HttpsServer secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(ssl));
        secure.setExecutor(workers);
        secure.createContext("/", answering(exchange -> respond(exchange, 5, "whole")));
        secure.start();
        try {
            URI address = URI.create("https://localhost:" + secure.getAddress().getPort() + "/");
            BoundedHttpClient trusting = new BoundedHttpClient(LONG, 1_000, ssl);

            for (int i = 0; i < 20; i++) {
                assertThat(trusting.send(HttpRequest.newBuilder(address), LONG).body())
                        .asString(UTF_8)
                        .isEqualTo("whole");
            }
            assertThatExceptionOfType(SSLException.class)
                    .isThrownBy(() -> client.send(HttpRequest.newBuilder(address), LONG));
        } finally {
            secure.stop(0);
        }
    }

    /** Shows a certificate for localhost, and trusts no other. */
    private static SSLContext ownCertificate(Path file) throws Exception {
        char[] password = "changeit".toCharArray();
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(file.toFile(), password);
        KeyManagerFactory shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        shown.init(keys, password);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext ssl = SSLContext.getInstance("TLS");
        ssl.init(shown.getKeyManagers(), trusted.getTrustManagers(), null);
        return ssl;
    }

    @Test
    void startsNoThreadForAnAnswer() throws Exception {
        get("/whole", LONG);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getTotalStartedThreadCount();

        for (int i = 0; i < 100; i++) {
            get("/whole", LONG);
        }

        assertThat(threads.getTotalStartedThreadCount() - before).isLessThan(50);
    }
}
