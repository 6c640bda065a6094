package io.streamsboot.pipeline.host;

import io.streamsboot.core.http.BoundedHttpClient;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.RowException;
import io.streamsboot.pipeline.row.RowLayout;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Asks a host, and waits for its answer as long as it may take, body included. Thread-safe. */
final class HttpExchange {

    static final int OK = 200;

    private static final int MAX_BYTES = 1_000_000;

    private final BoundedHttpClient client;
    private final String base;
    private final Map<String, String> headers;
    private final Duration timeout;

    HttpExchange(
            URI base,
            Map<String, String> headers,
            Duration connectTimeout,
            Duration timeout,
            @Nullable SSLContext ssl) {
        String text = base.toString();
        this.base = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        this.headers = Map.copyOf(headers);
        this.timeout = timeout;
        this.client = new BoundedHttpClient(connectTimeout, MAX_BYTES, ssl);
        // Refuses headers and times that cannot be, before they are needed.
        request("GET", base).build();
    }

    String base() {
        return base;
    }

    URI address(String... path) {
        StringBuilder address = new StringBuilder(base);
        for (String part : path) {
            address.append('/')
                    .append(URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"));
        }
        return URI.create(address.toString());
    }

    /**
     * Asks.
     *
     * @throws PipelineException if there is no answer
     */
    Answer ask(String method, @Nullable Map<String, ? extends @Nullable Object> body, String... path) {
        URI address = address(path);
        try {
            HttpRequest.Builder request = request(method, address);
            BoundedHttpClient.Answer received = body == null
                    ? client.send(request, timeout)
                    : client.send(request.header("Content-Type", "application/json"), JsonRow.toJson(body), timeout);
            return new Answer(address, received.status(), received.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw away(address, "the wait for it was interrupted", e);
        } catch (HttpTimeoutException e) {
            throw away(address, "it takes longer than " + timeout, e);
        } catch (IOException e) {
            throw away(address, e.toString(), e);
        }
    }

    private static PipelineException away(URI address, String why, Exception e) {
        return new PipelineException(
                "There is no answer from " + address + ": " + why + ".",
                "Look whether the host of pipelines is there and can be reached from here.",
                e);
    }

    private HttpRequest.Builder request(String method, URI address) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address).header("Accept", "application/json, application/yaml;q=0.9");
        headers.forEach(request::setHeader);
        return request.method(method, BodyPublishers.noBody());
    }

    /**
     * What a host answered.
     *
     * @param address what was asked
     * @param status status of HTTP
     * @param body the body
     */
    record Answer(URI address, int status, byte[] body) {

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        /** Fields of a JSON object; null for those that it does not have. */
        Map<String, @Nullable Object> fields(List<String> names) {
            JsonRow row = new JsonRow(new RowLayout(names, 0));
            try {
                row.read(body);
                Map<String, @Nullable Object> fields = new HashMap<>();
                for (int i = 0; i < names.size(); i++) {
                    fields.put(names.get(i), row.column(i));
                }
                return fields;
            } catch (RowException e) {
                throw new PipelineException(
                        address + " does not answer with a JSON object: " + e.getMessage() + ".",
                        "Look whether this is the address of a host of pipelines.",
                        e);
            }
        }
    }
}
