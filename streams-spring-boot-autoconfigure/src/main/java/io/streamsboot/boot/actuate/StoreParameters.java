package io.streamsboot.boot.actuate;

import io.streamsboot.topology.query.QueryOptions;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.StoreQuery;
import io.streamsboot.topology.query.TextKey;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/** The query parameters of a question to a store, read strictly: what is not understood is refused and never ignored. */
final class StoreParameters {

    static final List<String> NAMES = List.of(
            "key",
            "from",
            "to",
            "prefix",
            "count",
            "order",
            "limit",
            "cursor",
            "timeFrom",
            "timeTo",
            "asOf",
            "history",
            "isolation",
            "maxStaleness",
            "minPosition",
            "timeout",
            "partial",
            "partition",
            "keyFormat");

    static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private final Map<String, String> values = new TreeMap<>();

    private StoreParameters() {}

    /**
     * Reads parameters.
     *
     * @param arguments what the caller sent; several values of one name are a collection
     * @return the parameters
     * @throws Refused if one is unknown or repeated
     */
    static StoreParameters of(Map<String, ?> arguments) {
        StoreParameters parameters = new StoreParameters();
        arguments.forEach((name, value) -> {
            if (!NAMES.contains(name)) {
                throw new Refused("There is no parameter '" + Refused.shown(name) + "'. Known are: "
                        + String.join(", ", NAMES) + ".");
            }
            if (value instanceof Collection<?> || value instanceof Object[]) {
                throw new Refused("Parameter '" + name + "' is given more than once. Give it once.");
            }
            if (value != null) {
                parameters.values.put(name, value.toString());
            }
        });
        return parameters;
    }

    /** What the parameters ask. */
    QueryRequest request(String topology, String store) {
        StoreQuery query = query();
        int limit = (int) number("limit", QueryRequest.DEFAULT_LIMIT, 1, QueryRequest.MAX_LIMIT);
        QueryOptions options =
                new QueryOptions(minPosition(), maxStaleness(), timeout(), partitions(), flag("partial"), isolation());
        return new QueryRequest(topology, store, query, limit, values.get("cursor"), options);
    }

    private StoreQuery query() {
        if (flag("count")) {
            alone("count", Set.of());
            return new StoreQuery.Count();
        }
        if (values.containsKey("prefix")) {
            alone("prefix", Set.of("limit", "cursor"));
            return new StoreQuery.Prefix(key("prefix"));
        }
        boolean descending = descending();
        Instant from = time("timeFrom");
        Instant to = time("timeTo");
        if (from != null && to != null && from.isAfter(to)) {
            throw new Refused("'timeFrom' lies after 'timeTo'. Swap them.");
        }
        boolean timed = from != null || to != null;
        if (values.containsKey("key")) {
            refuse("key", "from", "to");
            return ofKey(key("key"), from, to, descending);
        }
        refuse("a question without 'key'", "asOf", "history");
        if (timed) {
            refuse("a time", "from", "to");
            return new StoreQuery.AllWindows(from, to, descending);
        }
        return new StoreQuery.Range(
                values.containsKey("from") ? key("from") : null,
                values.containsKey("to") ? key("to") : null,
                descending);
    }

    private StoreQuery ofKey(TextKey key, @Nullable Instant from, @Nullable Instant to, boolean descending) {
        Instant asOf = time("asOf");
        if (flag("history")) {
            refuse("history", "asOf");
            return new StoreQuery.History(key, from, to, descending);
        }
        if (asOf != null) {
            refuse("asOf", "timeFrom", "timeTo", "order", "cursor");
            return new StoreQuery.Get(key, asOf);
        }
        return from != null || to != null || values.containsKey("order")
                ? new StoreQuery.Windows(key, from, to, descending)
                : new StoreQuery.Get(key, null);
    }

    private void alone(String name, Set<String> company) {
        for (String other : List.of(
                "key", "from", "to", "prefix", "order", "limit", "cursor", "timeFrom", "timeTo", "asOf", "history")) {
            if (!other.equals(name) && !company.contains(other) && values.containsKey(other)) {
                throw new Refused("'" + other + "' does not go with '" + name + "'. Leave one of them out.");
            }
        }
    }

    private void refuse(String with, String... names) {
        for (String name : names) {
            if (values.containsKey(name)) {
                throw new Refused("'" + name + "' does not go with " + with + ". Leave one of them out.");
            }
        }
    }

    private TextKey key(String name) {
        return new TextKey(values.getOrDefault(name, ""), isSerialized());
    }

    /** Whether keys are base64 of the serialized key, as other instances send them, and shall be answered as well. */
    boolean isSerialized() {
        String format = values.getOrDefault("keyFormat", "text");
        if (!format.equals("text") && !format.equals("serialized")) {
            throw wrong("keyFormat", "'text' or 'serialized'");
        }
        return format.equals("serialized");
    }

    private boolean descending() {
        String order = values.getOrDefault("order", "asc");
        if (!order.equals("asc") && !order.equals("desc")) {
            throw wrong("order", "'asc' or 'desc'");
        }
        return order.equals("desc");
    }

    private boolean flag(String name) {
        String value = values.getOrDefault(name, "false");
        if (!value.equals("true") && !value.equals("false")) {
            throw wrong(name, "'true' or 'false'");
        }
        return value.equals("true");
    }

    private @Nullable IsolationLevel isolation() {
        String value = values.get("isolation");
        if (value == null) {
            return null;
        }
        return Arrays.stream(IsolationLevel.values())
                .filter(level -> level.name().equals(value))
                .findFirst()
                .orElseThrow(() -> wrong("isolation", "READ_COMMITTED or READ_UNCOMMITTED"));
    }

    private @Nullable Long maxStaleness() {
        return values.containsKey("maxStaleness") ? number("maxStaleness", 0, 0, Long.MAX_VALUE) : null;
    }

    private long number(String name, long standard, long min, long max) {
        String value = values.get(name);
        if (value == null) {
            return standard;
        }
        if (!NUMBER.matcher(value).matches() || Long.parseLong(value) < min || Long.parseLong(value) > max) {
            throw wrong(name, "a number from " + min + " to " + max);
        }
        return Long.parseLong(value);
    }

    private @Nullable Instant time(String name) {
        String value = values.get(name);
        if (value == null) {
            return null;
        }
        if (NUMBER.matcher(value).matches()) {
            return Instant.ofEpochMilli(Long.parseLong(value));
        }
        try {
            // Kafka counts in milliseconds, which end long before Java's time does.
            return Instant.ofEpochMilli(Instant.parse(value).toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            throw wrong(name, "a time like 2026-01-31T12:00:00Z, or milliseconds since 1970");
        }
    }

    private Duration timeout() {
        String value = values.get("timeout");
        if (value == null) {
            return QueryOptions.DEFAULT_TIMEOUT;
        }
        Duration timeout;
        try {
            timeout =
                    NUMBER.matcher(value).matches() ? Duration.ofMillis(Long.parseLong(value)) : Duration.parse(value);
        } catch (DateTimeException | ArithmeticException e) {
            throw wrong("timeout", "milliseconds, or a duration like PT2S");
        }
        if (timeout.isNegative() || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw wrong("timeout", "from 0 to " + MAX_TIMEOUT);
        }
        return timeout;
    }

    private Map<String, Map<Integer, Long>> minPosition() {
        Map<String, Map<Integer, Long>> position = new TreeMap<>();
        String value = values.get("minPosition");
        if (value == null) {
            return position;
        }
        for (String part : value.split(",", -1)) {
            String[] pieces = part.split(":", -1);
            if (pieces.length != 3
                    || pieces[0].isEmpty()
                    || !pieces[1].matches("\\d{1,6}")
                    || !NUMBER.matcher(pieces[2]).matches()) {
                throw wrong("minPosition", "topic:partition:offset, several of them separated by commas");
            }
            position.computeIfAbsent(pieces[0], topic -> new TreeMap<>())
                    .put(Integer.valueOf(pieces[1]), Long.valueOf(pieces[2]));
        }
        return position;
    }

    /** Whether this instance is asked alone. */
    boolean hasPartitions() {
        return values.containsKey("partition");
    }

    private @Nullable Set<Integer> partitions() {
        String value = values.get("partition");
        if (value == null) {
            return null;
        }
        Set<Integer> partitions = new TreeSet<>();
        for (String part : value.split(",", -1)) {
            if (!part.matches("\\d{1,6}")) {
                throw wrong("partition", "a number, or several separated by commas");
            }
            partitions.add(Integer.valueOf(part));
        }
        return partitions;
    }

    private Refused wrong(String name, String right) {
        return new Refused(
                "'" + name + "' is '" + Refused.shown(values.getOrDefault(name, "")) + "', and must be " + right + ".");
    }

    /** A question that is wrong before it is asked. */
    static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message, null, false, false);
        }

        static String shown(String text) {
            return text.length() > 60 ? text.substring(0, 60) + "…" : text;
        }
    }
}
