package io.streamsboot.boot.autoconfigure.openapi;

import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.StoreDescription;
import io.streamsboot.topology.query.StoreKind;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.QueryParameter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parameters and bodies of questions to a store. */
final class StoreSchemas {

    private static final String TIME = "a time like 2026-01-31T12:00:00Z, or milliseconds since 1970";

    private StoreSchemas() {}

    /** The parameters that a kind of store takes; all of them if the kind is not known. */
    static List<Parameter> parameters(@Nullable StoreKind kind, Schema<?> key) {
        boolean timed = kind == null || kind.isWindow() || kind.isSession();
        boolean versioned = kind == null || kind == StoreKind.VERSIONED;
        List<Parameter> parameters = new ArrayList<>();
        parameters.add(parameter("key", key, "Key as text"));
        if (kind == null || kind.isKeyValue()) {
            parameters.add(parameter("from", key, "First key of a range"));
            parameters.add(parameter("to", key, "Last key of a range"));
            parameters.add(parameter("prefix", new StringSchema(), "Beginning of keys"));
            parameters.add(parameter("count", new BooleanSchema(), "Whether to count entries"));
        }
        if (timed || versioned) {
            parameters.add(parameter("timeFrom", new StringSchema(), "First time, " + TIME));
            parameters.add(parameter("timeTo", new StringSchema(), "Last time, " + TIME));
        }
        if (versioned) {
            parameters.add(parameter("asOf", new StringSchema(), "Moment whose value is wanted, " + TIME));
            parameters.add(parameter("history", new BooleanSchema(), "Whether to list versions"));
        }
        parameters.add(parameter("order", text("asc", "desc"), "Order of a list"));
        parameters.add(parameter("limit", limit(), "Entries of a page"));
        parameters.add(parameter("cursor", new StringSchema(), "'next' of the page before"));
        parameters.add(parameter(
                "isolation", text("READ_COMMITTED", "READ_UNCOMMITTED"), "Whether what is not committed is hidden"));
        parameters.add(parameter(
                "maxStaleness",
                new IntegerSchema().format("int64").minimum(BigDecimal.ZERO),
                "Records that a copy may lag behind"));
        parameters.add(parameter("minPosition", new StringSchema(), "topic:partition:offset,… that must be reached"));
        parameters.add(parameter("timeout", new StringSchema(), "Milliseconds, or a duration like PT2S"));
        return parameters;
    }

    private static Schema<?> limit() {
        IntegerSchema limit = new IntegerSchema();
        limit.setMinimum(BigDecimal.ONE);
        limit.setMaximum(BigDecimal.valueOf(QueryRequest.MAX_LIMIT));
        limit.setDefault(QueryRequest.DEFAULT_LIMIT);
        return limit;
    }

    private static StringSchema text(String... values) {
        StringSchema schema = new StringSchema();
        schema.setEnum(List.of(values));
        return schema;
    }

    private static Parameter parameter(String name, Schema<?> schema, String description) {
        return new QueryParameter()
                .name(name)
                .schema(schema)
                .description(description)
                .required(false);
    }

    static Schema<?> found(StoreDescription store, Schema<?> key, Schema<?> value) {
        Schema<?> entry = entry(store.kind(), key, value);
        Schema<?> page = new ObjectSchema()
                .addProperty("entries", new ArraySchema().items(entry))
                .addProperty("next", new StringSchema().description("Cursor of the next page, or null"))
                .addProperty("order", new StringSchema());
        return new Schema<>().anyOf(List.of(entry, page));
    }

    private static Schema<?> entry(@Nullable StoreKind kind, Schema<?> key, Schema<?> value) {
        Schema<?> entry = new ObjectSchema()
                .addProperty("key", key)
                .addProperty("value", value)
                .addProperty("timestamp", new IntegerSchema().format("int64"))
                .addProperty("partition", new IntegerSchema())
                .addProperty("instance", new StringSchema())
                .addProperty("role", text("ACTIVE", "STANDBY", "RESTORING", "GLOBAL"))
                .addProperty("position", new ObjectSchema().description("Offsets by topic and partition"))
                .addProperty("staleness", new IntegerSchema().format("int64"))
                .addProperty("isolation", text("READ_COMMITTED", "READ_UNCOMMITTED"));
        if (kind == null || kind.isWindow() || kind.isSession()) {
            entry.addProperty(
                    "window",
                    new ObjectSchema()
                            .addProperty("start", new StringSchema().format("date-time"))
                            .addProperty("end", new StringSchema().format("date-time")));
        }
        if (kind == null || kind.hasHeaders()) {
            entry.addProperty(
                    "headers",
                    new ArraySchema()
                            .items(new ObjectSchema()
                                    .addProperty("name", new StringSchema())
                                    .addProperty("value", new StringSchema().format("byte"))));
        }
        return entry;
    }

    static Schema<?> error() {
        return new ObjectSchema()
                .addProperty("error", new StringSchema())
                .addProperty("message", new StringSchema())
                .addProperty("reason", new StringSchema())
                .addProperty("retryAfterMillis", new IntegerSchema().format("int64"));
    }
}
