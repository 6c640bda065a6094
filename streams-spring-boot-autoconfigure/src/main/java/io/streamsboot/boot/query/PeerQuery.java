package io.streamsboot.boot.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamsboot.topology.query.QueryOptions;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.StoreQuery;
import io.streamsboot.topology.query.TextKey;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A question as path and query of the endpoint. */
final class PeerQuery {

    private final Map<String, String> parameters = new LinkedHashMap<>();

    private PeerQuery() {}

    /**
     * Writes a question.
     *
     * @param request the question
     * @param partitions the only partitions to ask there, or null if the instance may ask others in turn
     * @param timeout how long it may take there
     * @return path and query, beginning with the topology
     */
    static String of(QueryRequest request, @Nullable Set<Integer> partitions, Duration timeout) {
        PeerQuery query = new PeerQuery();
        query.add(request, partitions, timeout);
        return "/" + encoded(request.topology()) + "/" + encoded(request.store()) + "?"
                + query.parameters.entrySet().stream()
                        .map(parameter -> parameter.getKey() + "=" + encoded(parameter.getValue()))
                        .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    private void add(QueryRequest request, @Nullable Set<Integer> partitions, Duration timeout) {
        StoreQuery query = request.query();
        boolean list = true;
        if (query instanceof StoreQuery.Get get) {
            key("key", get.key());
            time("asOf", get.asOf());
            list = get.asOf() == null;
        } else if (query instanceof StoreQuery.Range range) {
            key("from", range.from());
            key("to", range.to());
            descending(range.descending());
        } else if (query instanceof StoreQuery.Prefix prefix) {
            key("prefix", prefix.prefix());
        } else if (query instanceof StoreQuery.Windows windows) {
            key("key", windows.key());
            parameters.put("order", "asc");
            times(windows.timeFrom(), windows.timeTo(), windows.descending());
        } else if (query instanceof StoreQuery.AllWindows all) {
            times(all.timeFrom(), all.timeTo(), all.descending());
        } else if (query instanceof StoreQuery.History history) {
            key("key", history.key());
            parameters.put("history", "true");
            times(history.timeFrom(), history.timeTo(), history.descending());
        } else {
            parameters.put("count", "true");
            list = false;
        }
        if (list) {
            parameters.put("limit", Integer.toString(request.limit()));
            if (request.cursor() != null) {
                parameters.put("cursor", request.cursor());
            }
        }
        options(request.options(), timeout);
        if (partitions != null) {
            parameters.put("partition", joined(new TreeSet<>(partitions)));
        }
    }

    private void options(QueryOptions options, Duration timeout) {
        if (options.maxStaleness() != null) {
            parameters.put("maxStaleness", options.maxStaleness().toString());
        }
        if (!options.minPosition().isEmpty()) {
            parameters.put(
                    "minPosition",
                    options.minPosition().entrySet().stream()
                            .flatMap(topic -> topic.getValue().entrySet().stream()
                                    .map(offset -> topic.getKey() + ":" + offset.getKey() + ":" + offset.getValue()))
                            .collect(Collectors.joining(",")));
        }
        if (options.allowPartial()) {
            parameters.put("partial", "true");
        }
        if (options.isolation() != null) {
            parameters.put("isolation", options.isolation().name());
        }
        parameters.put("timeout", Long.toString(Math.min(60_000, timeout.toMillis())));
    }

    private void key(String name, @Nullable Object key) {
        if (key == null) {
            return;
        }
        if (!(key instanceof TextKey text)) {
            throw new IllegalArgumentException("a key must be text to be sent, but is " + key.getClass());
        }
        parameters.put(name, text.text());
        if (text.serialized()) {
            parameters.put("keyFormat", "serialized");
        }
    }

    private void times(@Nullable Instant from, @Nullable Instant to, boolean descending) {
        time("timeFrom", from);
        time("timeTo", to);
        descending(descending);
    }

    private void time(String name, @Nullable Instant time) {
        if (time != null) {
            parameters.put(name, time.toString());
        }
    }

    private void descending(boolean descending) {
        if (descending) {
            parameters.put("order", "desc");
        }
    }

    private static String joined(Collection<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
