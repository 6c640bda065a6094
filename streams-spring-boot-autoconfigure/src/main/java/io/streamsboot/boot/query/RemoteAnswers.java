package io.streamsboot.boot.query;

import io.streamsboot.topology.query.QueryAnswer;
import io.streamsboot.topology.query.QueryAnswer.Part;
import io.streamsboot.topology.query.QueryAnswer.Role;
import io.streamsboot.topology.query.QueryEntry;
import io.streamsboot.topology.query.QueryEntry.Header;
import io.streamsboot.topology.query.QueryEntry.TimeWindow;
import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.query.StoreKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what the endpoint of another instance says. Only what has the form of an answer to the very question is one; all
 * else, error pages of proxies included, is "not ready".
 */
final class RemoteAnswers {

    private final JsonMapper mapper;

    RemoteAnswers(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * Reads an answer.
     *
     * @param peer who gave it, for messages
     * @param partitions the partitions that were asked for, or null for all
     */
    QueryResult read(
            String peer, int status, byte[] body, String topology, String store, @Nullable Set<Integer> partitions) {
        JsonNode json;
        try {
            json = mapper.readTree(body);
        } catch (RuntimeException e) {
            return unreachable(peer + " answered status " + status + " with something that is no JSON");
        }
        try {
            return read(peer, status, json, topology, store, partitions);
        } catch (RuntimeException e) {
            return unreachable(peer + " answered status " + status + " with something that is no answer: "
                    + e.getClass().getSimpleName());
        }
    }

    static QueryResult unreachable(String message) {
        return new QueryResult.NotReady(Reason.UNREACHABLE, message, Duration.ofSeconds(1));
    }

    private static QueryResult read(
            String peer, int status, JsonNode json, String topology, String store, @Nullable Set<Integer> partitions) {
        String error = json.path("error").asString("");
        String message = peer + ": " + json.path("message").asString("");
        if (status == 200 || (status == 404 && error.equals("absent"))) {
            if (!json.path("topology").asString("").equals(topology)
                    || !json.path("store").asString("").equals(store)) {
                throw new IllegalArgumentException("an answer to another question");
            }
            return answer(status, json, partitions);
        }
        if (status == 421 || status == 503) {
            Reason reason = status == 421
                    ? Reason.NOT_OWNER
                    : reason(json.path("reason").asString(""));
            long millis =
                    Math.max(0, Math.min(60_000, json.path("retryAfterMillis").asLong(1_000)));
            return new QueryResult.NotReady(reason, message, Duration.ofMillis(millis));
        }
        if (status == 400 && error.equals("wrong-kind")) {
            return new QueryResult.WrongKind(kind(json), json.path("message").asString(""));
        }
        if (status == 400 && error.equals("invalid")) {
            return new QueryResult.Invalid(json.path("message").asString(""));
        }
        if (status == 404 && error.startsWith("unknown-")) {
            Set<String> known = new HashSet<>();
            json.path("known").forEach(name -> known.add(name.asString("")));
            String what = error.substring("unknown-".length());
            return new QueryResult.Unknown(what, what.equals("store") ? store : topology, known);
        }
        if (status == 501) {
            return new QueryResult.Failed(message, null);
        }
        return unreachable(peer + " answered status " + status
                + (status == 401 || status == 403 ? ": declare a QueryPeerRequestCustomizer that authenticates" : ""));
    }

    private static QueryResult answer(int status, JsonNode json, @Nullable Set<Integer> partitions) {
        boolean list = json.path("entries").isArray();
        List<Part> parts = new ArrayList<>();
        if (json.path("parts").isArray()) {
            json.path("parts").forEach(part -> parts.add(part(part)));
        } else {
            parts.add(part(json));
        }
        Set<Integer> missing = new HashSet<>();
        json.path("missing").forEach(partition -> missing.add(partition.intValue()));
        Set<Integer> covered = new HashSet<>();
        parts.forEach(part -> covered.add(part.partition()));
        // One value is the answer of one partition; lists and absences are those of all.
        boolean whole = list || status == 404 || json.path("count").isNumber();
        covered.addAll(missing);
        if (partitions != null && (!partitions.containsAll(covered) || (whole && !covered.equals(partitions)))) {
            throw new IllegalArgumentException("an answer of other partitions");
        }
        String order = list ? json.path("order").asString("") : null;
        QueryAnswer answer = new QueryAnswer(
                json.path("topology").asString(""),
                json.path("store").asString(""),
                kind(json),
                parts,
                missing,
                json.path("keySerde").asString(""),
                text(json.path("placementMismatch")),
                order,
                IsolationLevel.valueOf(json.path("isolation").asString("")));
        if (status == 404) {
            return new QueryResult.Absent(answer);
        }
        if (json.path("count").isNumber()) {
            return new QueryResult.Counted(answer, json.path("count").longValue());
        }
        List<QueryEntry> entries = new ArrayList<>();
        if (list) {
            json.path("entries").forEach(entry -> entries.add(entry(entry)));
        } else {
            entries.add(entry(json));
        }
        if (partitions != null && entries.stream().anyMatch(entry -> !partitions.contains(entry.partition()))) {
            throw new IllegalArgumentException("an entry of another partition");
        }
        return new QueryResult.Found(answer, entries, text(json.path("next")));
    }

    private static QueryEntry entry(JsonNode json) {
        if (!json.has("key") || !json.has("value") || !json.path("partition").isInt()) {
            throw new IllegalArgumentException("an entry without key, value or partition");
        }
        JsonNode window = json.path("window");
        JsonNode bytes = json.path("keyBytes");
        return new QueryEntry(
                json.path("key"),
                json.path("value"),
                number(json.path("timestamp")),
                window.isObject()
                        ? new TimeWindow(
                                Instant.parse(window.path("start").asString("")),
                                Instant.parse(window.path("end").asString("")))
                        : null,
                number(json.path("validTo")),
                json.path("partition").intValue(),
                bytes.isString() ? Base64.getUrlDecoder().decode(bytes.asString()) : null,
                headers(json.path("headers")));
    }

    private static @Nullable List<Header> headers(JsonNode json) {
        if (!json.isArray()) {
            return null;
        }
        List<Header> headers = new ArrayList<>();
        json.forEach(header -> {
            JsonNode value = header.path("value");
            headers.add(new Header(
                    header.path("name").asString(),
                    value.isNull() ? null : Base64.getDecoder().decode(value.asString())));
        });
        return headers;
    }

    private static Part part(JsonNode json) {
        Map<String, Map<Integer, Long>> position = null;
        if (json.path("position").isObject()) {
            Map<String, Map<Integer, Long>> offsets = new TreeMap<>();
            json.path("position").forEachEntry((topic, numbers) -> {
                Map<Integer, Long> byPartition = new TreeMap<>();
                numbers.forEachEntry(
                        (partition, offset) -> byPartition.put(Integer.valueOf(partition), offset.longValue()));
                offsets.put(topic, byPartition);
            });
            position = offsets;
        }
        if (!json.path("partition").isInt()) {
            throw new IllegalArgumentException("a part without partition");
        }
        return new Part(
                json.path("partition").intValue(),
                json.path("instance").asString(""),
                Role.valueOf(json.path("role").asString("")),
                position,
                number(json.path("staleness")),
                json.path("generation").asLong(0),
                true);
    }

    private static StoreKind kind(JsonNode json) {
        String text = json.path("kind").asString("");
        return Arrays.stream(StoreKind.values())
                .filter(kind -> kind.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no kind of store"));
    }

    private static Reason reason(String text) {
        return Arrays.stream(Reason.values())
                .filter(reason -> reason.name().equals(text))
                .findFirst()
                .orElse(Reason.UNREACHABLE);
    }

    private static @Nullable Long number(JsonNode json) {
        return json.isNumber() ? json.longValue() : null;
    }

    private static @Nullable String text(JsonNode json) {
        return json.isString() ? json.asString() : null;
    }
}
