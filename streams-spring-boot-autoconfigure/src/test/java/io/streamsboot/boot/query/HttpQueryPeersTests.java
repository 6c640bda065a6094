package io.streamsboot.boot.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.streamsboot.topology.query.QueryOptions;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.QueryResult.Absent;
import io.streamsboot.topology.query.QueryResult.Found;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.query.StoreQuery;
import io.streamsboot.topology.query.TextKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Other instances that answer garbage, hang, redirect or must not be asked. */
class HttpQueryPeersTests {

    private static final String FOUND = """
            {"topology": "t", "store": "s", "kind": "key-value", "keySerde": "test", "isolation": "READ_UNCOMMITTED", "key": "a", "keyBytes": "YQ",
             "value": {"n": 1}, "timestamp": 5, "partition": 1, "instance": "i", "role": "ACTIVE",
             "position": {"topic": {"1": 17}}, "staleness": 0, "generation": 3}
            """;
    private static final String ABSENT = """
            {"error": "absent", "message": "m", "topology": "t", "store": "s", "kind": "key-value", "keySerde": "x", "isolation": "READ_UNCOMMITTED",
             "parts": [{"partition": 1, "instance": "i", "role": "ACTIVE", "position": "unknown", "generation": 1}]}
            """;

    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);
    private HttpServer server;
    private Answering answering = exchange -> {};

    @FunctionalInterface
    private interface Answering {
        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            try (exchange) {
                answering.answer(exchange);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        released.countDown();
        server.stop(0);
    }

    private static Answering status(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    private QueryResult ask(Answering how) {
        answering = how;
        return ask(new HostInfo("127.0.0.1", server.getAddress().getPort()));
    }

    private QueryResult ask(HostInfo peer) {
        HttpQueryPeers.Settings settings = new HttpQueryPeers.Settings(
                false, "/actuator/streamsstores", Duration.ofMillis(500), Duration.ofMillis(500), 10_000, null);
        HttpQueryPeers peers = new HttpQueryPeers(
                settings,
                new PeerPolicy(List.of()),
                () -> true,
                List.of(request -> request.header("X-Secret", "sesame")));
        QueryRequest request =
                new QueryRequest("t", "s", StoreQuery.get(new TextKey("YQ", true)), 10, null, QueryOptions.DEFAULT);
        return peers.ask(peer, request, Set.of(1), Duration.ofSeconds(2));
    }

    private static void assertUnreachable(QueryResult result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        NotReady.class, not -> assertThat(not.reason()).isEqualTo(Reason.UNREACHABLE));
    }

    @Test
    void readsWhatAnOwnerSays() {
        String[] seen = new String[2];
        QueryResult result = ask(exchange -> {
            seen[0] = exchange.getRequestURI().toString();
            seen[1] = exchange.getRequestHeaders().getFirst("X-Secret");
            status(200, FOUND).answer(exchange);
        });
        assertThat(result).isInstanceOfSatisfying(Found.class, found -> {
            assertThat(found.entry().value()).hasToString("{\"n\":1}");
            assertThat(found.entry().keyBytes()).isEqualTo(new byte[] {'a'});
            assertThat(found.answer().parts().get(0).position()).isEqualTo(Map.of("topic", Map.of(1, 17L)));
        });
        assertThat(seen[0])
                .startsWith("/actuator/streamsstores/t/s?key=YQ&keyFormat=serialized")
                .contains("partition=1");
        assertThat(seen[1]).isEqualTo("sesame");
        assertThat(ask(status(404, ABSENT))).isInstanceOf(Absent.class);
    }

    @Test
    void believesNoEmptyAnswerThatIsNotProven() {
        for (String body : List.of(
                "",
                "{}",
                "null",
                "[]",
                "<html>404</html>",
                "{\"error\": \"absent\"}",
                ABSENT.replace("\"t\"", "\"other\""),
                ABSENT.replace("\"s\"", "\"other\""),
                ABSENT.replace("\"partition\": 1", "\"partition\": 2"),
                ABSENT.replace("ACTIVE", "BOSS"))) {
            assertUnreachable(ask(status(404, body)));
        }
    }

    @Test
    void takesNoGarbageForAValue() {
        for (String body : List.of(
                "",
                "{}",
                "null",
                "\"a\"",
                "{",
                "<html>",
                FOUND.replace("\"t\"", "\"other\""),
                FOUND.replace("\"partition\": 1", "\"partition\": 9"),
                FOUND.replace("\"partition\": 1", "\"partition\": \"1\""),
                FOUND.replace("key-value", "box"),
                FOUND.replace("\"YQ\"", "\"%%%\""),
                FOUND.replace("\"1\": 17", "\"x\": 17"),
                "{\"entries\": [], \"topology\": \"t\", \"store\": \"s\", \"kind\": \"key-value\", \"parts\": []}",
                "[".repeat(5_000))) {
            assertUnreachable(ask(status(200, body)));
        }
        for (int status : new int[] {201, 204, 301, 302, 307, 401, 403, 404, 500, 502}) {
            assertUnreachable(ask(status(status, status == 204 ? "" : FOUND)));
        }
    }

    @Test
    void followsNoRedirect() {
        QueryResult result = ask(exchange -> {
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(302, -1);
        });
        assertUnreachable(result);
        assertThat(requests).hasValue(1);
    }

    @Test
    void waitsNoLongerThanItMay() {
        long begin = System.nanoTime();
        assertUnreachable(ask(exchange -> released.await()));
        assertUnreachable(ask(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            released.await();
        }));
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void readsNoMoreThanItMay() {
        assertUnreachable(ask(status(200, FOUND + " ".repeat(20_000))));
        assertUnreachable(ask(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] some = new byte[1_000];
            for (int i = 0; i < 100; i++) {
                exchange.getResponseBody().write(some);
            }
        }));
    }

    @Test
    void tellsWhyAnInstanceIsNotReady() {
        assertThat(ask(status(421, "{\"message\": \"not mine\"}")))
                .isInstanceOfSatisfying(
                        NotReady.class, not -> assertThat(not.reason()).isEqualTo(Reason.NOT_OWNER));
        assertThat(ask(status(503, "{\"reason\": \"RESTORING\", \"message\": \"m\", \"retryAfterMillis\": 250}")))
                .isInstanceOfSatisfying(NotReady.class, not -> {
                    assertThat(not.reason()).isEqualTo(Reason.RESTORING);
                    assertThat(not.retryAfter()).isEqualTo(Duration.ofMillis(250));
                });
    }

    @Test
    void connectsToNoRefusedAddress() {
        int port = server.getAddress().getPort();
        for (String host :
                List.of("169.254.169.254", "0.0.0.0", "fe80::1", "8.8.8.8", "unavailable", "a b", "x/../y")) {
            assertUnreachable(ask(new HostInfo(host, port)));
        }
        for (int wrong : new int[] {-1, 0, 65_536}) {
            assertUnreachable(ask(new HostInfo("127.0.0.1", wrong)));
        }
        assertThat(requests).hasValue(0);
    }
}
