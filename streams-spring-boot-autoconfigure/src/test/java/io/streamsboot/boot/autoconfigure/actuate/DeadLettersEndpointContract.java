package io.streamsboot.boot.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.streamsboot.boot.actuate.DeadLetterAudit;
import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.topology.TopologyDefinition;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the endpoint does over HTTP, the same on every web stack. Each test has a source, and so dead letters, of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DeadLettersEndpointContract {

    private static final List<String> SOURCES = List.of("looks", "replays", "edits", "purges", "refusals");
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final String USER = "X-User";

    private final WebApplicationType type;
    private final Class<?> users;
    private final HttpClient client = HttpClient.newHttpClient();
    private DevBroker broker;
    private ConfigurableApplicationContext context;

    /** With a configuration that takes a request's principal from a header. */
    DeadLettersEndpointContract(WebApplicationType type, Class<?> users) {
        this.type = type;
        this.users = users;
    }

    @BeforeAll
    void start(DevBroker given) {
        broker = given;
        Gate.mended.clear();
        Audit.EVENTS.clear();
        SOURCES.forEach(source -> broker.createTopic(source, 2));
        broker.createTopic("out", 2);
        context = new SpringApplicationBuilder(Application.class, users)
                .web(type)
                .run(
                        "--server.port=0",
                        "--spring.application.name=app",
                        "--spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                        "--streams.commit-interval=50ms",
                        "--streams.processing-guarantee=exactly-once",
                        "--streams.dead-letter.topic.name={source}.rejected",
                        "--management.endpoints.web.exposure.include=streamsdeadletters,health",
                        "--management.endpoint.health.show-details=always",
                        "--management.endpoint.streamsdeadletters.access=unrestricted");
    }

    @AfterAll
    void stop() {
        context.close();
    }

    @Test
    void showsWhatIsThere() throws Exception {
        send("looks", "k1", "bad 1", "k2", "good", "k3", "bad \u0000");
        JsonNode topic = awaitOpen("looks", 2);
        assertThat(topic.path("total").asLong()).isEqualTo(2);
        assertThat(topic.path("topologies").path(0).asString()).isEqualTo("gate");
        assertThat(topic.path("stages").path("process").asLong()).isEqualTo(2);
        assertThat(topic.path("exceptions")
                        .path("java.lang.IllegalStateException")
                        .asLong())
                .isEqualTo(2);
        assertThat(Instant.parse(topic.path("oldest").asString()))
                .isBeforeOrEqualTo(Instant.parse(topic.path("newest").asString()));
        assertThat(topic.path("countedUpTo").size()).isEqualTo(2);

        JsonNode first =
                json(get("/looks.rejected?key=k1"), 200).path("records").path(0);
        assertThat(first.path("at").asString()).matches("\\d:\\d+");
        assertThat(first.path("stage").asString()).isEqualTo("process");
        assertThat(first.path("topology").asString()).isEqualTo("gate");
        assertThat(first.path("node").asString()).isEqualTo("check");
        assertThat(first.path("source").path("topic").asString()).isEqualTo("looks");
        assertThat(first.path("exception").path("message").asString()).isEqualTo("it is bad");
        assertThat(first.path("key").path("text").asString()).isEqualTo("k1");
        assertThat(first.path("value").path("text").asString()).isEqualTo("bad 1");
        assertThat(first.path("value").path("decoded").asString()).isEqualTo("bad 1");
        assertThat(first.path("headers").path(0).path("name").asString()).isEqualTo("h");
        assertThat(first.has("mark")).isFalse();
        JsonNode binary =
                json(get("/looks.rejected?key=k3"), 200).path("records").path(0);
        assertThat(binary.path("value").path("base64").asString()).isEqualTo("YmFkIAA=");

        JsonNode page = json(get("/looks.rejected?limit=1"), 200);
        assertThat(page.path("records").size()).isEqualTo(1);
        JsonNode next =
                json(get("/looks.rejected?limit=1&cursor=" + page.path("next").asString()), 200);
        assertThat(next.path("records").path(0).path("at").asString())
                .isNotEmpty()
                .isNotEqualTo(page.path("records").path(0).path("at").asString());
        for (String nothing : List.of(
                "stage=decode",
                "exception=Other",
                "source=other",
                "from=2100-01-01T00:00:00Z",
                "to=2000-01-01T00:00:00Z")) {
            assertThat(json(get("/looks.rejected?" + nothing), 200)
                            .path("records")
                            .size())
                    .as(nothing)
                    .isZero();
        }
        assertThat(json(get("/looks.rejected?exception=IllegalStateException&stage=process"), 200)
                        .path("records")
                        .size())
                .isEqualTo(2);
    }

    @Test
    void replaysOnceAndTellsWhoAsked() throws Exception {
        send("replays", "k1", "bad 1", "k2", "bad 2", "k3", "bad 3");
        awaitOpen("replays", 3);
        Gate.mended.add("replays");

        JsonNode rehearsed = json(
                post("/replays.rejected/replay", "{\"records\": \"all\", \"dryRun\": true, \"requestId\": \"try\"}"),
                202);
        assertThat(rehearsed.path("dryRun").asBoolean()).isTrue();
        JsonNode would = awaitEnd("replays", "try");
        assertThat(would.path("done").asLong()).isEqualTo(3);
        assertThat(would.path("targets").path("replays").asLong()).isEqualTo(3);
        awaitOpen("replays", 3);

        String wish = "{\"stage\": \"process\", \"exception\": \"IllegalStateException\", \"rate\": 100,"
                + " \"requestId\": \"fix-1\"}";
        JsonNode begun = json(post("/replays.rejected/replay", wish), 202);
        assertThat(begun.path("requestId").asString()).isEqualTo("fix-1");
        assertThat(begun.path("requestedBy").asString()).isEqualTo("maya");
        JsonNode ended = awaitEnd("replays", "fix-1");
        assertThat(ended.path("state").asString()).isEqualTo("DONE");
        assertThat(ended.path("done").asLong()).isEqualTo(3);
        awaitOpen("replays", 0);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(output("replays")).containsExactlyInAnyOrder("bad 1", "bad 2", "bad 3"));

        assertThat(json(post("/replays.rejected/replay", wish), 200)
                        .path("done")
                        .asLong())
                .isEqualTo(3);
        assertThat(output("replays")).hasSize(3);
        assertThat(json(get("/replays.rejected"), 200).path("records").size()).isZero();
        JsonNode mark = json(get("/replays.rejected?all=true&key=k1"), 200)
                .path("records")
                .path(0)
                .path("mark");
        assertThat(mark.path("requestId").asString()).isEqualTo("fix-1");
        assertThat(mark.path("requestedBy").asString()).isEqualTo("maya");
        assertThat(mark.path("target").asString()).isEqualTo("replays");

        assertThat(Audit.of("fix-1"))
                .extracting(AuditEvent::getPrincipal, AuditEvent::getType)
                .startsWith(tuple("maya", DeadLetterAudit.REQUESTED), tuple("maya", DeadLetterAudit.ENDED));
        assertThat(Audit.of("fix-1").get(1).getData()).containsEntry("done", 3L).containsEntry("state", "DONE");
        assertThat(context.getBean(DeadLetters.class).progress("replays.rejected", "fix-1"))
                .isNotNull();

        MeterRegistry registry = context.getBean(MeterRegistry.class);
        assertThat(registry.get("streams.dead.letters")
                        .tags("topology", "gate", "stage", "process", "exception", "java.lang.IllegalStateException")
                        .functionCounter()
                        .count())
                .isGreaterThanOrEqualTo(3);
        assertThat(registry.get("streams.dead.letters.open")
                        .tag("topic", "replays.rejected")
                        .gauge()
                        .value())
                .isZero();
        assertThat(registry.get("streams.dead.letters.requested")
                        .tags("topic", "replays.rejected", "action", "replay", "result", "done")
                        .counter()
                        .count())
                .isEqualTo(3);
        JsonNode health = json(
                client.send(
                        HttpRequest.newBuilder(URI.create("http://localhost:"
                                        + context.getEnvironment().getProperty("local.server.port")
                                        + "/actuator/health/streams/gate"))
                                .build(),
                        BodyHandlers.ofString()),
                200);
        assertThat(health.path("status").asString()).isEqualTo("UP");
        assertThat(health.path("details").path("deadLetters").path("setAside").asLong())
                .isGreaterThanOrEqualTo(3);
    }

    @Test
    void replaysAnotherValueToAnotherTopic() throws Exception {
        broker.createTopic("mended", 1);
        send("edits", "k1", "bad 1", "k2", "bad 2");
        awaitOpen("edits", 2);
        String at = json(get("/edits.rejected?key=k1"), 200)
                .path("records")
                .path(0)
                .path("at")
                .asString();
        json(
                post(
                        "/edits.rejected/replay",
                        "{\"records\": \"" + at + "\", \"value\": \"better\", \"target\": \"mended\","
                                + " \"requestId\": \"edit\"}"),
                202);
        assertThat(awaitEnd("edits", "edit").path("done").asLong()).isEqualTo(1);
        assertThat(read("mended")).containsExactly("better");
        awaitOpen("edits", 1);
        JsonNode kept = json(get("/edits.rejected?all=true&key=k1"), 200)
                .path("records")
                .path(0);
        assertThat(kept.path("value").path("text").asString()).isEqualTo("bad 1");
    }

    @Test
    void purgesAndStops() throws Exception {
        send("purges", "k1", "bad 1", "k2", "bad 2");
        awaitOpen("purges", 2);
        json(post("/purges.rejected/purge", "{\"key\": \"k1\", \"requestId\": \"gone\"}"), 202);
        assertThat(awaitEnd("purges", "gone").path("done").asLong()).isEqualTo(1);
        awaitOpen("purges", 1);
        assertThat(json(post("/purges.rejected/stop", "{}"), 200)
                        .path("stopped")
                        .asBoolean(true))
                .isFalse();
        json(post("/purges.rejected/replay", "{\"records\": \"all\", \"rate\": 0.001, \"requestId\": \"slow\"}"), 202);
        json(post("/purges.rejected/stop", "{\"requestId\": \"slow\"}"), 200);
        assertThat(awaitEnd("purges", "slow").path("state").asString()).isIn("STOPPED", "DONE");
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        awaitOpen("refusals", 0);
        for (String query : List.of(
                "stage=nowhere", "from=yesterday", "to=now", "all=perhaps", "cursor=x", "limit=0", "limit=many")) {
            JsonNode error = json(get("/refusals.rejected?" + query), 400);
            assertThat(error.path("error").asString()).as(query).contains(query.substring(0, query.indexOf('=')));
            assertThat(error.path("action").asString()).as(query).isNotBlank();
        }
        for (String body : List.of(
                "{}",
                "{\"records\": \"1;2\"}",
                "{\"records\": \"all\", \"rate\": \"fast\"}",
                "{\"records\": \"all\", \"dryRun\": \"maybe\"}",
                "{\"records\": \"all\", \"requestId\": \"a/b\"}",
                "{\"records\": \"all\", \"target\": \"refusals.rejected\"}",
                "{\"records\": \"all\", \"value\": \"x\"}",
                "{\"records\": \"0:1\", \"valueBase64\": \"?\"}")) {
            assertThat(json(post("/refusals.rejected/replay", body), 400)
                            .path("action")
                            .asString())
                    .as(body)
                    .isNotBlank();
        }
        assertThat(get("/refusals").statusCode()).isEqualTo(404);
        assertThat(get("/refusals.rejected/replays/nobody").statusCode()).isEqualTo(404);
        assertThat(get("/refusals.rejected/others/nobody").statusCode()).isEqualTo(404);
        assertThat(post("/refusals.rejected/rewrite", "{\"records\": \"all\"}").statusCode())
                .isEqualTo(404);
        assertThat(post("/refusals/replay", "{\"records\": \"all\"}").statusCode())
                .isEqualTo(404);
        assertThat(post("/refusals.rejected/replay", "{\"records\": {\"nested\": 1}}")
                        .statusCode())
                .isBetween(400, 499);
    }

    private JsonNode awaitOpen(String source, long open) {
        List<JsonNode> last = new ArrayList<>();
        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode topic = json(get(""), 200).path("topics").path(source + ".rejected");
            assertThat(topic.path("open").asLong(-1)).as(topic.toString()).isEqualTo(open);
            last.add(topic);
        });
        return last.get(last.size() - 1);
    }

    private JsonNode awaitEnd(String source, String requestId) {
        List<JsonNode> last = new ArrayList<>();
        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode progress = json(get("/" + source + ".rejected/replays/" + requestId), 200);
            assertThat(progress.has("endedAt")).as(progress.toString()).isTrue();
            last.add(progress);
        });
        return last.get(last.size() - 1);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .header(USER, "maya")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:"
                + context.getEnvironment().getProperty("local.server.port") + "/actuator/streamsdeadletters" + path));
    }

    private static JsonNode json(HttpResponse<String> response, int status) {
        assertThat(response.statusCode())
                .as(response.uri() + " " + response.body())
                .isEqualTo(status);
        return JsonMapper.shared().readTree(response.body());
    }

    private void send(String topic, String... keysAndValues) {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < keysAndValues.length; i += 2) {
                ProducerRecord<String, String> record =
                        new ProducerRecord<>(topic, keysAndValues[i], keysAndValues[i + 1]);
                record.headers().add("h", "v".getBytes(StandardCharsets.UTF_8));
                producer.send(record);
            }
        }
    }

    private List<String> output(String source) {
        return read("out").stream()
                .filter(value -> value.startsWith(source + ":"))
                .map(value -> value.substring(source.length() + 1))
                .toList();
    }

    private List<String> read(String topic) {
        return TopicRecords.committed(
                        broker.bootstrapServers(), topic, new StringDeserializer(), new StringDeserializer())
                .stream()
                .map(ConsumerRecord::value)
                .toList();
    }

    /** Which sources are mended. Shared by the topologies of this JVM. */
    static final class Gate {

        static final List<String> mended = new CopyOnWriteArrayList<>();

        private Gate() {}

        static String check(String source, String value) {
            if (value.startsWith("bad") && !mended.contains(source)) {
                throw new IllegalStateException("it is bad");
            }
            return source + ":" + value;
        }
    }

    /** What was published. */
    static final class Audit {

        private static final List<AuditEvent> EVENTS = new CopyOnWriteArrayList<>();

        @EventListener
        void on(AuditApplicationEvent event) {
            EVENTS.add(event.getAuditEvent());
        }

        static List<AuditEvent> of(String requestId) {
            return EVENTS.stream()
                    .filter(event -> requestId.equals(event.getData().get("requestId")))
                    .toList();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Audit audit() {
            return new Audit();
        }

        @Bean
        TopologyDefinition gate() {
            return builder -> builder.stream(SOURCES, Consumed.with(Serdes.String(), Serdes.String()))
                    .processValues(Check::new, Named.as("check"))
                    .to("out", Produced.with(Serdes.String(), Serdes.String()));
        }
    }

    private static final class Check extends ContextualFixedKeyProcessor<String, String, String> {

        @Override
        public void process(FixedKeyRecord<String, String> record) {
            String source = context().recordMetadata().orElseThrow().topic();
            context().forward(record.withValue(Gate.check(source, record.value())));
        }
    }
}
