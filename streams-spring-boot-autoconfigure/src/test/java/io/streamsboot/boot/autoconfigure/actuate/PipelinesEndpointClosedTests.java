package io.streamsboot.boot.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Nobody has opened the dry run. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        classes = PipelinesEndpointTests.Application.class,
        properties = {
            "spring.application.name=app",
            "spring.kafka.bootstrap-servers=localhost:1",
            "streams.auto-startup=false",
            "management.endpoints.web.exposure.include=streamspipelines"
        })
class PipelinesEndpointClosedTests {

    @Test
    void itCanBeReadButNotWritten(@Value("${local.server.port}") int port) throws Exception {
        URI uri = URI.create("http://localhost:" + port + "/actuator/streamspipelines/late");
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"rows\": \"{}\"}"))
                .build();
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    }
}
