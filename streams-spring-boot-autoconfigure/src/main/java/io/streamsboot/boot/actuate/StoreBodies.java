package io.streamsboot.boot.actuate;

import io.streamsboot.topology.query.QueryAnswer;
import io.streamsboot.topology.query.QueryAnswer.Part;
import io.streamsboot.topology.query.QueryEntry;
import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.QueryResult.Absent;
import io.streamsboot.topology.query.QueryResult.Counted;
import io.streamsboot.topology.query.QueryResult.Failed;
import io.streamsboot.topology.query.QueryResult.Found;
import io.streamsboot.topology.query.QueryResult.Invalid;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.QueryResult.Unknown;
import io.streamsboot.topology.query.QueryResult.WrongKind;
import io.streamsboot.topology.query.StoreDescription;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What came of a question, as JSON. */
final class StoreBodies {

    private final JsonMapper mapper;

    StoreBodies(JsonMapper mapper) {
        this.mapper = mapper;
    }

    byte[] bytes(ObjectNode body) {
        return mapper.writeValueAsBytes(body);
    }

    ObjectNode stores(List<StoreDescription> stores) {
        ObjectNode body = mapper.createObjectNode();
        ArrayNode list = body.putArray("stores");
        for (StoreDescription store : stores) {
            ObjectNode shown = list.addObject();
            shown.put("topology", store.topology())
                    .put("store", store.store())
                    .put("kind", store.kind() == null ? null : store.kind().toString())
                    .put("global", store.global())
                    .put(
                            "keyType",
                            store.keyType() == null ? null : store.keyType().name())
                    .put(
                            "valueType",
                            store.valueType() == null ? null : store.valueType().name())
                    .put("keySerde", store.keySource());
            ArrayNode partitions = shown.putArray("partitions");
            store.partitions().forEach((partition, hosts) -> {
                ObjectNode one =
                        partitions.addObject().put("partition", partition).put("active", hosts.active());
                ArrayNode standbys = one.putArray("standbys");
                hosts.standbys().forEach(standbys::add);
            });
        }
        return body;
    }

    /**
     * The body of a result.
     *
     * @throws JacksonException if a key or value cannot be shown as JSON
     */
    ObjectNode of(QueryResult result, boolean serialized) {
        if (result instanceof Found found) {
            return found(found, serialized);
        }
        if (result instanceof Counted counted) {
            ObjectNode body =
                    mapper.createObjectNode().put("count", counted.count()).put("approximate", true);
            worth(body, counted.answer());
            parts(body, counted.answer());
            return body;
        }
        if (result instanceof Absent absent) {
            ObjectNode body = error("absent", "The key is not in the store, as its owner has proven.");
            worth(body, absent.answer());
            parts(body, absent.answer());
            return body;
        }
        if (result instanceof NotReady not) {
            return error("not-ready", not.message())
                    .put("reason", not.reason().name())
                    .put("retryAfterMillis", not.retryAfter().toMillis());
        }
        if (result instanceof WrongKind wrong) {
            return error("wrong-kind", wrong.message()).put("kind", wrong.kind().toString());
        }
        if (result instanceof Unknown unknown) {
            ObjectNode body = error(
                    "unknown-" + unknown.what(),
                    "There is no " + unknown.what() + " '" + StoreParameters.Refused.shown(unknown.name()) + "'.");
            ArrayNode known = body.putArray("known");
            unknown.known().forEach(known::add);
            return body;
        }
        if (result instanceof Invalid invalid) {
            return error("invalid", invalid.message());
        }
        return error("failed", ((Failed) result).message());
    }

    ObjectNode error(String error, String message) {
        return mapper.createObjectNode().put("error", error).put("message", message);
    }

    private ObjectNode found(Found found, boolean serialized) {
        QueryAnswer answer = found.answer();
        ObjectNode body = mapper.createObjectNode();
        if (answer.order() == null) {
            QueryEntry entry = found.entry();
            entry(body, entry, serialized);
            answer.parts().stream()
                    .filter(part -> part.partition() == entry.partition())
                    .findFirst()
                    .ifPresent(part -> part(body, part));
            worth(body, answer);
            if (answer.parts().size() > 1) {
                parts(body, answer);
            }
            return body;
        }
        ArrayNode entries = body.putArray("entries");
        found.entries().forEach(entry -> entry(entries.addObject(), entry, serialized));
        body.put("next", found.next());
        body.put("order", answer.order());
        worth(body, answer);
        parts(body, answer);
        return body;
    }

    private void entry(ObjectNode body, QueryEntry entry, boolean serialized) {
        body.set("key", shown(entry.key()));
        if (serialized && entry.keyBytes() != null) {
            body.put("keyBytes", Base64.getUrlEncoder().withoutPadding().encodeToString(entry.keyBytes()));
        }
        body.set("value", shown(entry.value()));
        body.put("timestamp", entry.timestamp());
        QueryEntry.TimeWindow window = entry.window();
        if (window != null) {
            body.putObject("window")
                    .put("start", window.start().toString())
                    .put("end", window.end().toString());
        }
        if (entry.validTo() != null) {
            body.put("validTo", entry.validTo());
        }
        List<QueryEntry.Header> known = entry.headers();
        if (known != null) {
            ArrayNode headers = body.putArray("headers");
            known.forEach(
                    header -> headers.addObject().put("name", header.name()).put("value", header.value()));
        }
        body.put("partition", entry.partition());
    }

    private void worth(ObjectNode body, QueryAnswer answer) {
        body.put("topology", answer.topology())
                .put("store", answer.store())
                .put("kind", answer.kind().toString())
                .put("keySerde", answer.keySource())
                .put("isolation", answer.isolation().name());
        if (answer.placementMismatch() != null) {
            body.put("placementMismatch", answer.placementMismatch());
        }
    }

    private void parts(ObjectNode body, QueryAnswer answer) {
        ArrayNode parts = body.putArray("parts");
        answer.parts().forEach(part -> part(parts.addObject().put("partition", part.partition()), part));
        ArrayNode missing = body.putArray("missing");
        answer.missing().stream().sorted().forEach(missing::add);
    }

    private void part(ObjectNode body, Part part) {
        body.put("instance", part.instance()).put("role", part.role().name());
        Map<String, Map<Integer, Long>> position = part.position();
        if (position == null) {
            body.put("position", "unknown");
        } else {
            ObjectNode shown = body.putObject("position");
            position.forEach((topic, offsets) -> {
                ObjectNode numbers = shown.putObject(topic);
                offsets.forEach((partition, offset) -> numbers.put(partition.toString(), offset));
            });
        }
        body.put("staleness", part.staleness()).put("generation", part.generation());
    }

    private JsonNode shown(Object value) {
        if (value instanceof JsonNode node) {
            return node;
        }
        if (value instanceof Bytes bytes) {
            return mapper.valueToTree(bytes.get());
        }
        if (isAvro(value)) {
            return mapper.readTree(value.toString());
        }
        JsonNode node = mapper.valueToTree(value);
        return node.isMissingNode() || (node.isPojo()) ? mapper.valueToTree(String.valueOf(value)) : node;
    }

    /** Avro's records have getters that do not end, and a text that is JSON. */
    private static boolean isAvro(@Nullable Object value) {
        return value != null
                && !(value instanceof Collection)
                && Stream.<Class<?>>iterate(value.getClass(), type -> type != null, Class::getSuperclass)
                        .flatMap(type -> Stream.of(type.getInterfaces()))
                        .flatMap(type -> Stream.concat(Stream.of(type), Stream.of(type.getInterfaces())))
                        .anyMatch(type -> type.getName().equals("org.apache.avro.generic.IndexedRecord"));
    }
}
