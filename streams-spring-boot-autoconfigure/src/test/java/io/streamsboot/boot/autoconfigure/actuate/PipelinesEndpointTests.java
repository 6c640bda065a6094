package io.streamsboot.boot.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.boot.actuate.PipelinesEndpoint;
import io.streamsboot.boot.autoconfigure.StreamsAutoConfiguration;
import io.streamsboot.boot.autoconfigure.pipeline.PipelineAutoConfiguration;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        classes = PipelinesEndpointTests.Application.class,
        properties = {
            "spring.application.name=app",
            "spring.kafka.bootstrap-servers=localhost:1",
            "streams.auto-startup=false",
            "streams.pipelines.definitions.late={name: late,"
                    + " datasets: {flights: {topic: flights}, late: {}, board: {topic: board, onBadData: drop}}, stages:"
                    + " [{inputs: [flights], output: late, steps: [{op: filter, expression: 'delay / 1 >= 15'}]},"
                    + " {inputs: [late], output: board, steps: [{op: rename, mapping: {delay: late}}]}]}",
            "management.endpoint.streamspipelines.access=unrestricted",
            "management.endpoints.web.exposure.include=streamspipelines"
        })
class PipelinesEndpointTests {

    private final HttpClient client = HttpClient.newHttpClient();
    private final int port;

    PipelinesEndpointTests(@Value("${local.server.port}") int port) {
        this.port = port;
    }

    @Test
    void listShowsEveryBuild() throws Exception {
        JsonNode body = json(get(""));
        assertThat(body.path("pipelines").propertyNames()).containsExactly("late");
        JsonNode late = body.path("pipelines").path("late");
        assertThat(late.path("id").asString()).startsWith("late-");
        assertThat(late.path("status").asString()).isEqualTo("STOPPED");
        assertThat(late.path("consumed").asInt(-1)).isZero();
        assertThat(late.has("lag")).as("not known").isFalse();
        assertThat(late.has("watermark")).as("no step with state").isFalse();
    }

    @Test
    void detailShowsDefinitionPlanAndBuild() throws Exception {
        JsonNode body = json(get("/late"));
        assertThat(body.path("origin").asString()).isEqualTo("property 'streams.pipelines.definitions.late'");
        assertThat(body.at("/definition/datasets/flights/topic").asString()).isEqualTo("flights");
        assertThat(body.at("/definition/datasets/board/onBadData").asString()).isEqualTo("drop");
        assertThat(body.at("/definition/datasets/late").has("topic")).isFalse();
        assertThat(body.at("/definition/stages/0/steps/0/op").asString()).isEqualTo("filter");
        assertThat(body.at("/definition/stages/1/steps/0/mapping/delay").asString())
                .isEqualTo("late");
        assertThat(body.at("/plan/explain").toString()).contains("expressions read: delay", "late (fused)");
        assertThat(body.at("/plan/stages/0/steps/0").asString()).isEqualTo("filter");
        assertThat(body.at("/plan/repartitions").isArray()).isTrue();
        assertThat(body.at("/plan/stores").isArray()).isTrue();
        assertThat(body.at("/build/kind").asString()).isEqualTo("stream");
        assertThat(body.at("/stages/board/emitted").asInt(-1)).isZero();
        assertThat(get("/other").statusCode()).isEqualTo(404);
    }

    @Test
    void aDryRunTellsWhatComesOut() throws Exception {
        String rows = "{\"delay\":20}\\n{\"delay\":1}\\nnot a row\\n\\nlate {\"delay\":2}\\n{\"delay\":\"x\"}";
        JsonNode body = json(post("/late", "{\"rows\": \"" + rows.replace("\"", "\\\"") + "\"}"));
        assertThat(body.path("rowsRead").asInt()).isEqualTo(5);
        assertThat(body.path("complete").asBoolean()).isTrue();
        assertThat(body.at("/rows/board").toString()).isEqualTo("[\"{\\\"late\\\":20}\",\"{\\\"late\\\":2}\"]");
        assertThat(body.at("/failures").size()).isEqualTo(2);
        assertThat(body.at("/failures/0/row").asString()).isEqualTo("not a row");
        assertThat(body.at("/failures/1/reason").asString()).contains("step 1 (filter)");
        assertThat(json(get("/late")).at("/build/consumed").asInt(-1))
                .as("the one that runs is not touched")
                .isZero();
    }

    @Test
    void aDryRunTriesAnotherDefinition() throws Exception {
        String other = "{name: x, datasets: {a: {topic: a}, b: {topic: b}, c: {topic: c}},"
                + " stages: [{inputs: [a, b], output: c, steps: [{op: select, columns: [n]}]}]}";
        JsonNode body = json(post(
                "/late",
                JsonMapper.shared()
                        .writeValueAsString(Map.of("definition", other, "dataset", "b", "rows", "{\"n\":1,\"m\":2}"))));
        assertThat(body.at("/rows/c/0").asString()).isEqualTo("{\"n\":1}");
        assertThat(refused(Map.of("definition", other, "rows", "{}"))).contains("'dataset' is 'missing'");
        assertThat(refused(Map.of("definition", other, "dataset", "d", "rows", "{}")))
                .contains("'dataset' is 'd'");
        assertThat(refused(Map.of("definition", other.replace("select", "selekt"), "rows", "{}")))
                .contains("the definition, line 1: there is no step 'selekt'");
        assertThat(refused(Map.of("rows", "{}\n".repeat(1_001)))).contains("1001 lines");
        assertThat(refused(Map.of("rows", "x".repeat(100_001)))).contains("100001 characters");
        assertThat(post("/other", "{\"rows\": \"\"}").statusCode()).isEqualTo(404);
    }

    @Test
    void withoutAccessNothingIsEvaluated() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        KafkaAutoConfiguration.class,
                        StreamsAutoConfiguration.class,
                        PipelineAutoConfiguration.class,
                        EndpointAutoConfiguration.class,
                        PipelinesEndpointAutoConfiguration.class))
                .withPropertyValues("spring.kafka.bootstrap-servers=localhost:1");
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(PipelinesEndpoint.class));
        ApplicationContextRunner exposed =
                runner.withPropertyValues("management.endpoints.web.exposure.include=streamspipelines");
        exposed.run(context -> assertThat(context).hasSingleBean(PipelinesEndpoint.class));
        exposed.withPropertyValues("streams.pipelines.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(PipelinesEndpoint.class));
    }

    private String refused(Map<String, String> parameters) throws Exception {
        HttpResponse<String> response = post("/late", JsonMapper.shared().writeValueAsString(parameters));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(JsonMapper.shared().readTree(response.body()).path("action").asString())
                .isNotBlank();
        return JsonMapper.shared().readTree(response.body()).path("error").asString();
    }

    private static JsonNode json(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(uri(path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + "/actuator/streamspipelines" + path);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
