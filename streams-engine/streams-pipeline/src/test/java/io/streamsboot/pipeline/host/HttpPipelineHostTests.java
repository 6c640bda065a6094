package io.streamsboot.pipeline.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.definition.BadData;
import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of a host over HTTP, against a stub server. */
class HttpPipelineHostTests {

    private record Reply(int status, String body) {}

    private record Asked(String method, String path, String body, String authorization) {}

    private final Map<String, Reply> replies = new ConcurrentHashMap<>();
    private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;
    private HttpPipelineHost host;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        host = HttpPipelineHost.at(base())
                .pipeline("late")
                .header("Authorization", "Bearer secret")
                .timeouts(Duration.ofSeconds(5), Duration.ofSeconds(5))
                .build();
    }

    @AfterEach
    void stop() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private URI base() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/streams/");
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath().replaceFirst("^/streams", "");
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        asked.add(new Asked(exchange.getRequestMethod(), path, body, authorization));
        Reply reply = replies.getOrDefault(path.replaceFirst("late-[0-9a-f-]{36}", "BUILD"), new Reply(404, ""));
        if (reply.status() == 0) {
            hang(exchange);
            return;
        }
        byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Sends a status and then nothing more. */
    private void hang(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    @Test
    void definitionAndTopicsComeFromTheHost() throws Exception {
        replies.put("/pipelines/late/topology", new Reply(200, Definitions.LATE));
        replies.put(
                "/pipelines/late/datasets/flights",
                new Reply(
                        200,
                        "{\"topic\":\"flights-v2\",\"brokers\":\"a:1\",\"onBadData\":\"rescue\",\"source\":\"kafka\"}"));
        replies.put("/pipelines/late/datasets/board", new Reply(200, "{\"brokers\":\"a:1\"}"));

        HostedPipeline pipeline = Pipelines.load(
                        List.of(host), definition -> definition, new PipelineCompiler(), List.of("kafka:9092"))
                .find("late");

        assertThat(pipeline.origin()).isEqualTo(base() + "pipelines/late/topology");
        assertThat(pipeline.brokers()).isEqualTo("a:1");
        Dataset flights = pipeline.pipeline().definition().dataset("flights");
        assertThat(flights.topic()).isEqualTo("flights-v2");
        assertThat(flights.onBadData()).isEqualTo(BadData.RESCUE);
        assertThat(pipeline.pipeline().definition().dataset("board").topic()).isEqualTo("late-flights");
        assertThat(pipeline.pipeline().definition().dataset("late").topic()).isNull();
        assertThat(asked.take()).isEqualTo(new Asked("GET", "/pipelines/late/topology", "", "Bearer secret"));
    }

    @Test
    void aDefinitionThatIsWrongNamesAddressAndLineAndTheHostHearsOfIt() throws Exception {
        replies.put("/pipelines/late/topology", new Reply(200, Definitions.LATE.replace("op: filter", "op: filtre")));
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() ->
                        Pipelines.load(List.of(host), definition -> definition, new PipelineCompiler(), List.of()))
                .withMessageContaining("/pipelines/late/topology, line 7: there is no step 'filtre'");
        asked.take();
        Asked told = asked.take();
        assertThat(told.method()).isEqualTo("PUT");
        assertThat(told.path()).startsWith("/builds/late-");
        assertThat(told.body()).contains("\"status\":\"FAILED\"", "filtre");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"topic\":1}",
                "{\"source\":\"arrow\"}",
                "{\"sink\":\"stdout\"}",
                "{\"onBadData\":\"ignore\"}",
                "{\"brokers\":[\"a:1\"]}",
                "[]",
                "not json",
                "\"kafka\"",
                ""
            })
    void aBindingThatIsWrongIsRefusedWithTheAddress(String body) {
        replies.put("/pipelines/late/datasets/flights", new Reply(200, body));
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> host.resolveTopic("late", Dataset.of("flights", "flights")))
                .withMessageContaining("/pipelines/late/datasets/flights");
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 301, 404, 500})
    void noDefinitionIsAnErrorBeforeAnythingRuns(int status) {
        replies.put("/pipelines/late/topology", new Reply(status, status == 500 ? "out of\ncoffee" : ""));
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> host.topology("late"))
                .withMessageContaining("/pipelines/late/topology answers " + status);
    }

    @Test
    void signalsAreThoseOfTheContract() {
        for (BuildSignal signal : BuildSignal.values()) {
            replies.put("/builds/b/heartbeat", new Reply(200, "{\"signal\":\"" + signal.label() + "\"}"));
            assertThat(host.heartbeat("b")).isEqualTo(signal);
        }
        for (Reply wrong : List.of(
                new Reply(200, "{\"signal\":\"STOP\"}"),
                new Reply(200, "{}"),
                new Reply(503, "{\"signal\":\"stop\"}"),
                new Reply(200, "stop"))) {
            replies.put("/builds/b/heartbeat", wrong);
            assertThatExceptionOfType(PipelineException.class).isThrownBy(() -> host.heartbeat("b"));
        }
    }

    @Test
    void recordsArePut() throws Exception {
        replies.put("/builds/b%20%2Fc", new Reply(204, ""));
        host.putRecord("b /c", record("b /c"));
        Asked put = asked.take();
        assertThat(put.method()).isEqualTo("PUT");
        assertThat(put.body())
                .contains("\"id\":\"b /c\"", "\"kind\":\"stream\"", "\"status\":\"RUNNING\"", "\"consumed\":5");
        replies.put("/builds/b%20%2Fc", new Reply(409, ""));
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> host.putRecord("b /c", record("b /c")))
                .withMessageContaining("answers 409");
    }

    @Test
    @Timeout(20)
    void aHostThatHangsOrTalksTooMuchIsAway() {
        HttpPipelineHost hasty = HttpPipelineHost.at(base())
                .pipeline("late")
                .timeouts(Duration.ofSeconds(5), Duration.ofMillis(300))
                .build();
        replies.put("/builds/b/heartbeat", new Reply(0, ""));
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> hasty.heartbeat("b"))
                .withMessageContaining("takes longer than PT0.3S");
        replies.put("/builds/b/heartbeat", new Reply(200, " ".repeat(1_000_001)));
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> host.heartbeat("b"))
                .withMessageContaining("larger than 1000000 bytes");
        server.stop(0);
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> host.heartbeat("b"))
                .withMessageContaining("There is no answer from")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://host/", "host", "http:///x", "http://user:secret@host/", "http://host/?a=b", "file:/etc"})
    void addressesThatCannotBeAreRefused(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpPipelineHost.at(URI.create(address)))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @Test
    void headersAndTimesThatCannotBeAreRefused() {
        HttpPipelineHost.Builder builder = HttpPipelineHost.at(base()).pipeline("late");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.timeouts(Duration.ZERO, Duration.ofSeconds(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.header("X-Bad\n", "value").build());
    }

    @Test
    @Timeout(60)
    void buildsAreWatchedOnTheirOwnThreadUntilTheEnd() throws Exception {
        replies.put("/pipelines/late/topology", new Reply(200, Definitions.LATE));
        replies.put("/builds/BUILD", new Reply(200, ""));
        replies.put("/builds/BUILD/heartbeat", new Reply(200, "{\"signal\":\"stop\"}"));
        Pipelines pipelines =
                Pipelines.load(List.of(host), definition -> definition, new PipelineCompiler(), List.of("kafka:9092"));
        HostedPipeline pipeline = pipelines.find("late");
        try (ManagedTopologies topologies = ManagedTopologies.builder()
                .add(TopologySpec.of(
                        "late",
                        pipeline.pipeline(),
                        TopologyOptions.of(Map.of("application.id", "late", "bootstrap.servers", "localhost:1"))))
                .build()) {
            asked.clear();
            PipelineBuilds builds =
                    new PipelineBuilds(pipelines, topologies, new BuildOptions(Duration.ofMillis(50), null));
            assertThat(builds.record("late").status()).isEqualTo(BuildStatus.STARTING);
            assertThat(builds.record("other")).isNull();
            builds.start();
            builds.start();
            assertThat(next().path()).isEqualTo("/builds/" + pipeline.build());
            assertThat(next().path()).isEqualTo("/builds/" + pipeline.build() + "/heartbeat");
            topologies.find("late").start();
            await("STOPPED");
            builds.close();
            builds.close();
        }
    }

    private void await(String status) throws InterruptedException {
        Asked last = next();
        while (!last.body().contains("\"status\":\"" + status + "\"")) {
            last = next();
        }
    }

    private Asked next() throws InterruptedException {
        Asked next = asked.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    private static BuildRecord record(String build) {
        return new BuildRecord(
                build,
                "late",
                BuildStatus.RUNNING,
                new BuildRecord.Counts(5, 4, 1, 0, 0, 0),
                BuildRecord.Progress.UNKNOWN,
                null,
                Instant.EPOCH);
    }
}
