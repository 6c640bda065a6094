package io.streamsboot.boot.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.boot.actuate.StreamsEndpoint;
import io.streamsboot.boot.autoconfigure.StreamsAutoConfiguration;
import io.streamsboot.topology.TopologyDefinition;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        classes = StreamsEndpointTests.Application.class,
        properties = {
            "spring.application.name=app",
            "spring.kafka.bootstrap-servers=localhost:1",
            "spring.kafka.properties.sasl.jaas.config=hidden-from-everybody",
            "streams.auto-startup=false",
            "streams.topologies.delays.threads=2",
            "streams.topologies.delays.processing-guarantee=exactly_once",
            "management.endpoints.web.exposure.include=streams,streamsdeadletters,health",
            "management.endpoint.health.show-details=always"
        })
class StreamsEndpointTests {

    private final HttpClient client = HttpClient.newHttpClient();
    private final int port;

    StreamsEndpointTests(@Value("${local.server.port}") int port) {
        this.port = port;
    }

    @Test
    void listShowsEveryTopology() throws Exception {
        JsonNode body = json("/actuator/streams");
        assertThat(body.path("kafka").path("clientVersion").asString()).matches("\\d+\\.\\d+\\.\\d+");
        assertThat(body.path("topologies").propertyNames()).containsExactly("copies", "delays");
        JsonNode delays = body.path("topologies").path("delays");
        assertThat(delays.path("applicationId").asString()).isEqualTo("app-delays");
        assertThat(delays.path("state").asString()).isEqualTo("CREATED");
        assertThat(delays.path("since").asString()).isNotBlank();
        assertThat(delays.path("generation").asInt(-1)).isZero();
        assertThat(delays.path("threads").asInt()).isEqualTo(2);
        assertThat(delays.path("guarantee").asString()).isEqualTo("exactly_once_v2");
        assertThat(delays.path("groupProtocol").asString()).isEqualTo("classic");
        assertThat(delays.path("failures").asInt(-1)).isZero();
        assertThat(delays.path("missingTopics").isArray()).isTrue();
    }

    @Test
    void detailShowsTheStructure() throws Exception {
        String text = get("/actuator/streams/delays").body();
        JsonNode body = JsonMapper.shared().readTree(text);
        assertThat(body.path("name").asString()).isEqualTo("delays");
        assertThat(body.path("applicationId").asString()).isEqualTo("app-delays");
        assertThat(body.path("state").asString()).isEqualTo("CREATED");
        assertThat(body.has("summary")).isFalse();
        assertThat(body.path("threads").isArray()).isTrue();
        assertThat(body.path("limitations").isArray()).isTrue();
        JsonNode graph = body.path("graph");
        assertThat(graph.path("sourceTopics").path(0).asString()).isEqualTo("flights");
        assertThat(graph.path("internalTopics").path(0).asString()).isEqualTo("by-airport-repartition");
        assertThat(graph.path("stores").path(0).asString()).isEqualTo("totals");
        assertThat(graph.path("subTopologies").size()).isEqualTo(2);
        assertThat(graph.path("subTopologies").path(0).path("nodes").size()).isPositive();
        assertThat(graph.path("subTopologies")
                        .path(0)
                        .path("edges")
                        .path(0)
                        .path("from")
                        .asString())
                .isNotBlank();
        assertThat(body.path("mermaid").asString()).startsWith("flowchart");
        assertThat(text).doesNotContain("hidden-from-everybody");
    }

    @Test
    void unknownNameIsNotFound() throws Exception {
        assertThat(get("/actuator/streams/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void nothingCanBeWritten() throws Exception {
        for (String method : new String[] {"POST", "DELETE"}) {
            HttpRequest request = HttpRequest.newBuilder(uri("/actuator/streams/delays"))
                    .method(method, BodyPublishers.noBody())
                    .build();
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(405);
        }
    }

    /** Nobody has opened them. */
    @Test
    void deadLettersCanBeLookedAtButNotTouched() throws Exception {
        JsonNode letters = json("/actuator/streamsdeadletters");
        assertThat(letters.path("topics").propertyNames())
                .containsExactly("app-copies.dead-letters", "app-delays.dead-letters");
        assertThat(letters.path("upToDate").asBoolean(true)).isFalse();
        HttpRequest request = HttpRequest.newBuilder(uri("/actuator/streamsdeadletters/app-delays.dead-letters/replay"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"records\": \"all\"}"))
                .build();
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isIn(404, 405);
    }

    @Test
    void healthHasAnEntryForEachTopology() throws Exception {
        JsonNode streams = json("/actuator/health").path("components").path("streams");
        assertThat(streams.path("components").propertyNames()).containsExactly("copies", "delays");
        JsonNode delays = json("/actuator/health/streams/delays");
        assertThat(delays.path("status").asString()).isEqualTo("UNKNOWN");
        assertThat(delays.path("details").path("state").asString()).isEqualTo("CREATED");
    }

    @Test
    void endpointIsThereOnlyIfExposed() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        KafkaAutoConfiguration.class,
                        StreamsAutoConfiguration.class,
                        EndpointAutoConfiguration.class,
                        StreamsEndpointAutoConfiguration.class))
                .withPropertyValues("spring.kafka.bootstrap-servers=localhost:1");
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(StreamsEndpoint.class));
        ApplicationContextRunner exposed =
                runner.withPropertyValues("management.endpoints.web.exposure.include=streams");
        exposed.run(context -> assertThat(context).hasSingleBean(StreamsEndpoint.class));
        exposed.withPropertyValues("streams.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(StreamsEndpoint.class));
    }

    private JsonNode json(String path) throws Exception {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 503);
        return JsonMapper.shared().readTree(response.body());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        TopologyDefinition delays() {
            return builder -> builder.stream("flights", Consumed.with(Serdes.String(), Serdes.String()))
                    .groupBy((key, value) -> value, Grouped.as("by-airport"))
                    .count(Materialized.as("totals"));
        }

        @Bean
        TopologyDefinition copies() {
            return builder -> builder.stream("flights").to("copies");
        }
    }
}
