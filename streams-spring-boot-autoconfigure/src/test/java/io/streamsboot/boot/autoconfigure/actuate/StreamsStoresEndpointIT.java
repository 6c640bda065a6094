package io.streamsboot.boot.autoconfigure.actuate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.boot.QueryableStore;
import io.streamsboot.boot.query.StreamsQueryClient;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.StoreQuery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The endpoint over HTTP, the same with both kinds of web server. */
@WithDevBroker
@TestInstance(Lifecycle.PER_CLASS)
class StreamsStoresEndpointIT {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final List<String> KEYS =
            List.of("plain", "a/b", "100%", "with space", "say \"hi\"", "日本語", "a+b&c=d", "#?;", "é");

    enum Stack {
        MVC,
        WEBFLUX
    }

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final Map<Stack, ConfigurableApplicationContext> contexts = new EnumMap<>(Stack.class);

    @BeforeAll
    void run(DevBroker broker, @TempDir Path state) {
        broker.createTopic("words", 2);
        broker.createTopic("words-2", 2);
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < KEYS.size(); i++) {
                for (String topic : List.of("words", "words-2")) {
                    producer.send(new ProducerRecord<>(topic, null, NOON.toEpochMilli(), KEYS.get(i), "value-" + i));
                }
            }
        }
        contexts.put(Stack.MVC, start(broker, state, WebApplicationType.SERVLET));
        contexts.put(Stack.WEBFLUX, start(broker, state, WebApplicationType.REACTIVE));
        for (Stack stack : Stack.values()) {
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                assertThat(get(stack, "/all/table").body()).contains("value-" + (KEYS.size() - 1));
                for (String key : KEYS) {
                    HttpResponse<String> table = get(stack, "/all/table?key=" + encoded(key));
                    assertThat(table.statusCode()).as(table.body()).isEqualTo(200);
                    HttpResponse<String> versions = get(stack, "/all/versions?key=" + encoded(key));
                    assertThat(versions.statusCode()).as(versions.body()).isEqualTo(200);
                }
            });
        }
    }

    private static ConfigurableApplicationContext start(DevBroker broker, Path state, WebApplicationType type) {
        SpringApplication application = new SpringApplicationBuilder(Application.class)
                .web(type)
                .properties(
                        "spring.application.name=stores-" + type.name().toLowerCase(Locale.ROOT),
                        "spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                        "streams.state-directory=" + state.resolve(type.name()),
                        "streams.commit-interval=100ms",
                        "streams.queries.stores.all.windows.key-type=java.lang.String",
                        "streams.queries.stores.all.versions.key-type=java.lang.String",
                        "management.endpoints.web.exposure.include=streamsstores",
                        "server.port=0",
                        "spring.main.banner-mode=off")
                .build();
        return application.run();
    }

    @AfterAll
    void stop() {
        contexts.values().forEach(ConfigurableApplicationContext::close);
    }

    private HttpResponse<String> get(Stack stack, String path) {
        String port = contexts.get(stack).getEnvironment().getProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + port + "/actuator/streamsstores" + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        try {
            return client.send(request, BodyHandlers.ofString(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode json(Stack stack, String path) {
        HttpResponse<String> response = get(stack, path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type").orElse("")).startsWith("application/json");
        return JsonMapper.shared().readTree(response.body());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    void listsStores(Stack stack) {
        JsonNode stores = json(stack, "").path("stores");
        assertThat(stores).extracting(store -> store.path("store").asString()).contains("table", "versions", "windows");
        JsonNode table = stores.path(0);
        assertThat(table.path("store").asString()).isEqualTo("table");
        assertThat(table.path("kind").asString()).isEqualTo("timestamped-key-value");
        assertThat(table.path("keyType").asString()).isEqualTo("String");
        assertThat(table.path("partitions").size()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void findsKeysOfAnyText(Stack stack) {
        for (int i = 0; i < KEYS.size(); i++) {
            JsonNode found = json(stack, "/all/table?key=" + encoded(KEYS.get(i)));
            assertThat(found.path("key").asString()).isEqualTo(KEYS.get(i));
            assertThat(found.path("value").asString()).isEqualTo("value-" + i);
            assertThat(found.path("timestamp").asLong()).isEqualTo(NOON.toEpochMilli());
            assertThat(found.path("role").asString()).isEqualTo("ACTIVE");
            assertThat(found.path("staleness").asLong(-1)).isZero();
            assertThat(found.path("position").path("words").isObject()).isTrue();
            assertThat(found.path("instance").asString()).isNotBlank();
            assertThat(found.path("partition").isNumber()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void absentAndUnknownDiffer(Stack stack) {
        assertError(stack, "/all/table?key=nobody", 404, "absent");
        assertError(stack, "/all/nothing?key=a", 404, "unknown-store");
        assertError(stack, "/nothing/table?key=a", 404, "unknown-topology");
    }

    private void assertError(Stack stack, String path, int status, String error) {
        HttpResponse<String> response = get(stack, path);
        assertThat(response.statusCode()).as(path + " " + response.body()).isEqualTo(status);
        JsonNode body = JsonMapper.shared().readTree(response.body());
        assertThat(body.path("error").asString()).as(path).isEqualTo(error);
        assertThat(body.path("message").asString()).isNotBlank();
        if (status == 503) {
            assertThat(response.headers().firstValue("retry-after")).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource
    void listsInPages(Stack stack) {
        List<String> keys = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = json(stack, "/all/table?limit=2" + cursor);
            assertThat(page.path("entries").size()).isLessThanOrEqualTo(2);
            page.path("entries").forEach(entry -> keys.add(entry.path("key").asString()));
            JsonNode next = page.path("next");
            cursor = next.isNull() ? "" : "&cursor=" + encoded(next.asString());
        } while (!cursor.isEmpty());
        assertThat(keys).containsExactlyInAnyOrderElementsOf(KEYS);
        assertThat(json(stack, "/all/table?from=a&to=b&order=desc").path("entries"))
                .extracting(entry -> entry.path("key").asString())
                .containsExactly("a/b", "a+b&c=d");
        assertThat(json(stack, "/all/table?prefix=a").path("entries").size()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void windowsAndVersions(Stack stack) {
        JsonNode windows = json(stack, "/all/windows?key=plain&timeFrom=2026-01-01T00:00:00Z");
        assertThat(windows.path("entries").path(0).path("window").path("start").asString())
                .isEqualTo(NOON.toString());
        assertThat(windows.path("entries").path(0).path("value").asInt()).isEqualTo(1);
        assertThat(json(stack, "/all/windows?timeTo=" + NOON.toEpochMilli())
                        .path("entries")
                        .size())
                .isEqualTo(KEYS.size());
        assertThat(json(stack, "/all/versions?key=plain").path("value").asString())
                .isEqualTo("value-0");
        assertThat(json(stack, "/all/versions?key=plain&history=true")
                        .path("entries")
                        .size())
                .isEqualTo(1);
        assertError(stack, "/all/versions?key=plain&asOf=0", 404, "absent");
    }

    @ParameterizedTest
    @EnumSource
    void asksOnePartitionOfThisInstance(Stack stack) {
        int partition = json(stack, "/all/table?key=plain").path("partition").asInt();
        assertThat(json(stack, "/all/table?key=plain&partition=" + partition)
                        .path("value")
                        .asString())
                .isEqualTo("value-0");
        assertError(stack, "/all/table?key=plain&partition=99", 400, "invalid");
    }

    @ParameterizedTest
    @EnumSource
    void otherProgramsAskByTheClient(Stack stack) {
        String port = contexts.get(stack).getEnvironment().getProperty("local.server.port");
        StreamsQueryClient other = StreamsQueryClient.builder(
                        URI.create("http://localhost:" + port + "/actuator/streamsstores"))
                .build();
        for (int i = 0; i < KEYS.size(); i++) {
            assertThat(other.get("all", "table", KEYS.get(i), String.class)).isEqualTo("value-" + i);
        }
        assertThat(other.get("all", "table", "nobody", String.class)).isNull();
        assertThat(other.execute(QueryRequest.of("all", "nothing", StoreQuery.get("a"))))
                .isInstanceOf(QueryResult.Unknown.class);
        QueryResult page = other.execute(QueryRequest.of("all", "table", new StoreQuery.Range("a", "b", true))
                .page(1, null));
        assertThat(page).isInstanceOfSatisfying(QueryResult.Found.class, found -> {
            assertThat(found.entry().key()).hasToString("\"a/b\"");
            assertThat(found.next()).isNotNull();
        });
    }

    @ParameterizedTest
    @EnumSource
    void hostileInputGetsAClearStatus(Stack stack) {
        for (String query : HostileInputs.INVALID) {
            HttpResponse<String> response = get(stack, "/all/table" + query);
            assertThat(response.statusCode()).as(query + ": " + response.body()).isEqualTo(400);
        }
        for (String query : HostileInputs.ABSENT) {
            assertError(stack, "/all/table" + query, 404, "absent");
        }
        for (String path : HostileInputs.NOT_THERE) {
            assertThat(get(stack, path).statusCode()).as(path).isIn(400, 404);
        }
        assertError(stack, "/all/versions?key=a&from=b", 400, "invalid");
        assertError(stack, "/all/versions?limit=3", 400, "wrong-kind");
        assertError(stack, "/all/windows?key=a&asOf=0", 400, "wrong-kind");
        assertError(stack, "/all/table?key=a&history=true", 400, "wrong-kind");
        assertError(
                stack, "/all/table?key=plain&minPosition=words:0:9999999,words:1:9999999&timeout=50", 503, "not-ready");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        TopologyDefinition all() {
            return builder -> {
                builder.table("words", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("table"));
                var stream = builder.stream("words-2", Consumed.with(Serdes.String(), Serdes.String()));
                stream.groupByKey()
                        .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMinutes(1), Duration.ofDays(1)))
                        .count(Materialized.as("windows"));
                stream.toTable(Materialized.<String, String>as(
                                Stores.persistentVersionedKeyValueStore("versions", Duration.ofDays(1)))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.String()));
            };
        }

        @Bean
        QueryableStore table() {
            return QueryableStore.of("all", "table", Serdes.String(), Serdes.String());
        }
    }
}
