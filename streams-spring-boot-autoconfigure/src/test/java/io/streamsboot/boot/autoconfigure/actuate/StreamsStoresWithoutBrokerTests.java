package io.streamsboot.boot.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.boot.QueryableStore;
import io.streamsboot.core.codec.JsonSerde;
import io.streamsboot.topology.TopologyDefinition;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the endpoint says of stores that nobody holds, and how it is described. */
class StreamsStoresWithoutBrokerTests {

    private static final String STORES = "/actuator/streamsstores";

    record Place(String city, int runways) {}

    private final HttpClient client = HttpClient.newHttpClient();

    private static ConfigurableApplicationContext start(WebApplicationType type, String... more) {
        return new SpringApplicationBuilder(Application.class)
                .web(type)
                .properties(
                        "spring.application.name=app",
                        "spring.kafka.bootstrap-servers=localhost:1",
                        "spring.main.banner-mode=off",
                        "server.port=0",
                        "streams.auto-startup=false",
                        // Both servers are on the class path, and each brings a bean of the same name.
                        "spring.autoconfigure.exclude=org.springframework.boot.tomcat.autoconfigure.actuate.web.server"
                                + ".TomcatReactiveManagementContextAutoConfiguration",
                        "management.endpoints.web.exposure.include=streamsstores")
                .properties(more)
                .run();
    }

    private HttpResponse<String> get(ConfigurableApplicationContext context, String server, String path)
            throws Exception {
        String port = context.getEnvironment().getProperty("local." + server + ".port");
        return client.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                        .build(),
                BodyHandlers.ofString());
    }

    @ParameterizedTest
    @CsvSource({"SERVLET, 0", "REACTIVE, 0", "SERVLET, ''", "REACTIVE, ''"})
    void notReadySaysWhenToAskAgainOnEveryPort(WebApplicationType type, String managementPort) throws Exception {
        try (ConfigurableApplicationContext context = start(type, "management.server.port=" + managementPort)) {
            HttpResponse<String> response = get(
                    context,
                    managementPort.isEmpty() ? "server" : "management",
                    STORES + "/copies/table?key=7&timeout=0");
            assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
            assertThat(response.headers().firstValue("retry-after")).hasValue("1");
            assertThat(JsonMapper.shared()
                            .readTree(response.body())
                            .path("reason")
                            .asString())
                    .isEqualTo("NOT_RUNNING");
        }
    }

    @Test
    void eachStoreIsAnOperationOfTheOpenApiDocument() throws Exception {
        try (ConfigurableApplicationContext context = start(WebApplicationType.SERVLET)) {
            JsonNode document = JsonMapper.shared()
                    .readTree(get(context, "server", "/v3/api-docs").body());
            JsonNode operation =
                    document.path("paths").path(STORES + "/copies/table").path("get");
            assertThat(operation.path("operationId").asString()).isEqualTo("query-copies-table");
            assertThat(operation.path("description").asString()).contains("Long", "Place", "QueryableStore");
            JsonNode key = operation.path("parameters").path(0);
            assertThat(key.path("name").asString()).isEqualTo("key");
            assertThat(key.path("schema").path("type").asString()).isEqualTo("integer");
            assertThat(key.path("schema").path("format").asString()).isEqualTo("int64");
            JsonNode found = operation
                    .path("responses")
                    .path("200")
                    .path("content")
                    .path("application/json")
                    .path("schema")
                    .path("anyOf")
                    .path(0);
            assertThat(found.path("properties").path("value").path("$ref").asString())
                    .isEqualTo("#/components/schemas/Place");
            assertThat(document.path("components")
                            .path("schemas")
                            .path("Place")
                            .path("properties")
                            .propertyNames())
                    .containsExactlyInAnyOrder("city", "runways");
            assertThat(operation.path("responses").propertyNames()).contains("200", "400", "404", "503");
            assertThat(document.path("components").path("schemas").has("StoreError"))
                    .isTrue();
        }
    }

    @Test
    void theDocumentNamesTheManagementPortAndLeavesStoresOutOnDemand() throws Exception {
        try (ConfigurableApplicationContext context = start(WebApplicationType.SERVLET, "management.server.port=0")) {
            JsonNode store = JsonMapper.shared()
                    .readTree(get(context, "server", "/v3/api-docs").body())
                    .path("paths")
                    .path(STORES + "/copies/table");
            assertThat(store.path("servers").path(0).path("url").asString())
                    .endsWith(":" + context.getEnvironment().getProperty("local.management.port"));
        }
        for (String off :
                new String[] {"streams.queries.open-api=false", "management.endpoints.web.exposure.include=health"}) {
            try (ConfigurableApplicationContext context = start(WebApplicationType.SERVLET, off)) {
                assertThat(get(context, "server", "/v3/api-docs").body())
                        .contains("openapi")
                        .doesNotContain("copies");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        TopologyDefinition copies() {
            return builder -> builder.table(
                    "input", Consumed.with(Serdes.Long(), JsonSerde.of(Place.class)), Materialized.as("table"));
        }

        @Bean
        QueryableStore table() {
            return QueryableStore.of("copies", "table", Serdes.Long(), JsonSerde.of(Place.class));
        }
    }
}
