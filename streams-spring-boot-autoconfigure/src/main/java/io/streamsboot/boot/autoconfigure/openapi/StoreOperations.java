package io.streamsboot.boot.autoconfigure.openapi;

import io.streamsboot.topology.query.StoreDescription;
import io.streamsboot.topology.query.StreamsQueries;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.servers.Server;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OpenApiCustomizer;

/**
 * Describes each store as an operation of the endpoint {@code streamsstores}, with the parameters that its kind takes and
 * the types of its keys and values. What is not known yet, as the kind of a store of a topology that has not started, is
 * described in general.
 */
public final class StoreOperations implements OpenApiCustomizer {

    private final StreamsQueries queries;
    private final Supplier<@Nullable String> path;
    private final Supplier<@Nullable Integer> otherPort;

    /**
     * New descriptions.
     *
     * @param queries knows the stores
     * @param path path of the endpoint, null while it has none
     * @param otherPort port of the endpoint if it is not that of the application, or null
     */
    StoreOperations(StreamsQueries queries, Supplier<@Nullable String> path, Supplier<@Nullable Integer> otherPort) {
        this.queries = queries;
        this.path = path;
        this.otherPort = otherPort;
    }

    @Override
    public void customise(OpenAPI document) {
        String base = path.get();
        if (base == null) {
            return;
        }
        if (document.getComponents() == null) {
            document.setComponents(new Components());
        }
        TypeSchemas types = new TypeSchemas(document.getComponents());
        document.getComponents().addSchemas("StoreError", StoreSchemas.error());
        for (StoreDescription store : queries.stores()) {
            document.path(
                    base + "/" + encoded(store.topology()) + "/" + encoded(store.store()),
                    servers(new PathItem().get(operation(store, types))));
        }
    }

    private PathItem servers(PathItem item) {
        Integer port = otherPort.get();
        return port == null
                ? item
                : item.servers(List.of(new Server()
                        .url("http://localhost:" + port)
                        .description("The management port of this instance")));
    }

    private static Operation operation(StoreDescription store, TypeSchemas types) {
        Schema<?> key = types.of(store.keyType());
        Schema<?> value = types.of(store.valueType());
        ApiResponses responses = new ApiResponses()
                .addApiResponse(
                        "200",
                        response(
                                "Found: the entry of a key, or a page of a list",
                                StoreSchemas.found(store, key, value)))
                .addApiResponse("400", error("The question is wrong; the message says what would be right"))
                .addApiResponse("404", error("The key is not in the store, as its owner has proven"))
                .addApiResponse("503", error("Not ready; Retry-After says when to ask again"));
        Operation operation = new Operation()
                .operationId("query-" + store.topology() + "-" + store.store())
                .summary("Look into store " + store.store())
                .description(description(store))
                .addTagsItem("Stores of " + store.topology())
                .responses(responses);
        StoreSchemas.parameters(store.kind(), key).forEach(operation::addParametersItem);
        return operation;
    }

    private static String description(StoreDescription store) {
        String kind = store.kind() == null ? "Store" : "A " + store.kind() + " store";
        return kind + (store.global() ? ", the same on every instance" : "") + ". Keys: "
                + (store.keyType() == null
                        ? "of an unknown type"
                        : store.keyType().name()) + " (" + store.keySource()
                + "); values: "
                + (store.valueType() == null
                        ? "not declared"
                        : store.valueType().name()) + ".";
    }

    private static ApiResponse error(String description) {
        return response(description, new Schema<>().$ref("#/components/schemas/StoreError"));
    }

    private static ApiResponse response(String description, Schema<?> schema) {
        return new ApiResponse()
                .description(description)
                .content(new Content().addMediaType("application/json", new MediaType().schema(schema)));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
