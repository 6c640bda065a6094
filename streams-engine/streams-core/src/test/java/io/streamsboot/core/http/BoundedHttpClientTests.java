package io.streamsboot.core.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        server.createContext("/elsewhere", answering(exchange -> {
            exchange.getResponseHeaders().set("Location", "/whole");
            exchange.sendResponseHeaders(302, -1);
        }));
        server.createContext(
                "/echo",
                answering(exchange -> respond(
                        exchange,
                        0,
                        exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                                + exchange.getRequestHeaders().get("x-many") + " "
                                + new String(exchange.getRequestBody().readAllBytes(), UTF_8))));
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
    void sendsAllOfARequest() throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + server.getAddress().getPort() + "/echo?a=%20b"))
                .method("PUT", HttpRequest.BodyPublishers.noBody())
                .header("x-many", "1")
                .header("x-many", "2");

        assertThat(client.send(request, "a body".getBytes(UTF_8), LONG).body())
                .asString(UTF_8)
                .isEqualTo("PUT /echo?a=%20b [1, 2] a body");
        assertThat(client.send(request, LONG).body()).asString(UTF_8).isEqualTo("PUT /echo?a=%20b [1, 2] ");
    }

    @Test
    void followsNoRedirects() throws Exception {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/elsewhere");

        BoundedHttpClient.Answer answer = client.send(HttpRequest.newBuilder(address), LONG);

        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.body()).isEmpty();
    }

    /** One header a second would be fine for a limit on each read. */
    @Test
    void givesUpWhatDripsForEver() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            workers.execute(() -> {
                try (Socket socket = listening.accept()) {
                    socket.getOutputStream().write("HTTP/1.1 200 OK\r\n".getBytes(UTF_8));
                    while (!released.await(5, TimeUnit.MILLISECONDS)) {
                        socket.getOutputStream().write('x');
                    }
                } catch (IOException | InterruptedException e) {
                    released.countDown();
                }
            });
            URI address = URI.create("http://127.0.0.1:" + listening.getLocalPort());

            assertThatExceptionOfType(HttpTimeoutException.class)
                    .isThrownBy(() -> client.send(HttpRequest.newBuilder(address), SHORT));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SSH-2.0-OpenSSH\r\n", "HTTP/1.1 200 OK\r\nno header\r\n\r\n", "HTTP/9.9 hello\r\n\r\n", ""})
    void refusesWhatIsNoAnswer(String answer) throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            answerOnce(listening, answer, 1);
            URI address = URI.create("http://127.0.0.1:" + listening.getLocalPort());

            assertThatIOException().isThrownBy(() -> client.send(HttpRequest.newBuilder(address), LONG));
        }
    }

    @Test
    void refusesHeadersWithoutAnEnd() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            URI address = URI.create("http://127.0.0.1:" + listening.getLocalPort());
            answerOnce(listening, "HTTP/1.1 200 OK\r\n" + "a: b\r\n".repeat(10_000), 1);
            assertThatIOException().isThrownBy(() -> client.send(HttpRequest.newBuilder(address), LONG));
            answerOnce(listening, "HTTP/1.1 200 OK\r\na: " + "b".repeat(1_000_000), 1);
            assertThatIOException().isThrownBy(() -> client.send(HttpRequest.newBuilder(address), LONG));
        }
    }

    /** The second question goes over the kept connection first, which the other side has closed meanwhile. */
    @Test
    void asksAgainWhenAKeptConnectionIsClosed() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            answerOnce(listening, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 2);
            URI address = URI.create("http://127.0.0.1:" + listening.getLocalPort());

            for (int i = 0; i < 2; i++) {
                assertThat(client.send(HttpRequest.newBuilder(address), LONG).body())
                        .asString(UTF_8)
                        .isEqualTo("ok");
            }
        }
    }

    /** Answers the first request of each of some connections, and closes them. */
    private void answerOnce(ServerSocket listening, String answer, int connections) {
        workers.execute(() -> {
            for (int i = 0; i < connections; i++) {
                try (Socket socket = listening.accept()) {
                    int end = 0;
                    for (int next = socket.getInputStream().read(); end < 4 && next >= 0; ) {
                        end = next == '\r' || next == '\n' ? end + 1 : 0;
                        next = end < 4 ? socket.getInputStream().read() : -1;
                    }
                    socket.getOutputStream().write(answer.getBytes(UTF_8));
                } catch (IOException e) {
                    // The client has gone, as it should where there is too much to read.
                }
            }
        });
    }

    @Test
    void givesUpWhenTheCallerIsInterrupted() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                get("/silent", LONG);
            } catch (IOException | InterruptedException e) {
                failure.complete(e);
            }
        });
        caller.start();
        caller.interrupt();

        assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void takesNoBoundsThatCannotBe() {
        assertThatIllegalArgumentException().isThrownBy(() -> new BoundedHttpClient(Duration.ZERO, 1, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new BoundedHttpClient(LONG, 0, null));
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

            for (int i = 0; i < 5; i++) {
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

        for (int i = 0; i < 30; i++) {
            get("/whole", LONG);
        }

        assertThat(threads.getTotalStartedThreadCount() - before).isLessThan(10);
    }
}
