package io.streamsboot.pipeline;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;

/** What a pipeline comes to, by lists and loops: all rows are there at once, and nothing is incremental. */
final class NaivePipeline {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Shape shape;
    private final List<In> good = new ArrayList<>();
    private final List<Map<String, Object>> flat = new ArrayList<>();
    private long failures;
    private long late;

    /** A row of a source. */
    record In(
            String source,
            int partition,
            int offset,
            @Nullable Long time,
            @Nullable String key,
            @Nullable Object value,
            Map<String, Object> more) {

        static In of(String source, int partition, int offset, long time, Map<String, Object> more, Random random) {
            String key = random.nextInt(8) == 0 ? null : String.valueOf((char) ('a' + random.nextInt(3)));
            int kind = random.nextInt(20);
            Object value = kind == 0 ? null : kind == 1 ? "text" : (Object) (long) (random.nextInt(41) - 20);
            return new In(source, partition, offset, random.nextInt(30) == 0 ? null : time, key, value, more);
        }

        String json() {
            return JSON.writeValueAsString(all());
        }

        private Map<String, Object> all() {
            Map<String, Object> all = new LinkedHashMap<>(fields(this));
            all.putAll(more);
            return all;
        }

        String id() {
            return source + partition + "." + offset;
        }
    }

    /** What a pipeline does. */
    record Shape(
            String kind,
            int partitions,
            long size,
            long slide,
            long lateness,
            boolean filtered,
            boolean followed,
            int n,
            NaiveSteps first) {

        boolean isJoin() {
            return Set.of("inner", "left", "outer").contains(kind);
        }

        boolean aggregates() {
            return Set.of("tumbling", "hopping", "session").contains(kind);
        }

        boolean chained() {
            return aggregates() && followed;
        }

        String yaml() {
            String kept = first.isEmpty() ? "" : "      - { op: select, columns: [t, k, v, id] }\n";
            String filter = kept + (filtered ? "      - { op: filter, expression: \"v >= 0\" }\n" : "");
            String source = isJoin() ? "left" : "in";
            String before = first.isEmpty()
                    ? ""
                    : "  - inputs: [" + source + "]\n    output: flat\n    steps:\n" + first.yaml();
            String input = first.isEmpty() ? source : "flat";
            String after =
                    aggregates() ? "      - { op: applyExpression, column: twice, expression: \"n * 2\" }\n" : "";
            String chain = chained()
                    ? "  - inputs: [out]\n    output: total\n    steps:\n      - { op: windowedAggregate, windowMs: 50,"
                            + " aggs: [ { op: sum, column: n, alias: n } ] }\n"
                    : "";
            String sources = isJoin()
                    ? "  left: { topic: left, time: t }\n  right: { topic: right, time: t }\n"
                    : "  in: { topic: in, time: t }\n";
            return "name: random\nidleTimeoutMs: 500\nonIdle: close\ndatasets:\n" + sources
                    + "  flat: { topic: flat }\n  names: { topic: names }\n  out: { topic: out }\n  total: { topic: total }\n"
                    + "stages:\n" + before + "  - inputs: [" + input + (isJoin() ? ", right" : "")
                    + "]\n    output: out\n    steps:\n" + filter + "      - { "
                    + step()
                    + " }\n" + after + chain;
        }

        private String step() {
            String aggs = ", groupBy: [k], aggs: [ { op: count, alias: n }, { op: sum, column: v, alias: sum },"
                    + " { op: min, column: v, alias: min }, { op: max, column: v, alias: max }, { op: first, column: id, alias: first },"
                    + " { op: last, column: id, alias: last }, { op: distinct, column: v, alias: kinds } ]";
            return switch (kind) {
                case "tumbling" ->
                    "op: windowedAggregate, windowMs: " + size + ", allowedLatenessMs: " + lateness + aggs;
                case "hopping" ->
                    "op: windowedAggregate, windowMs: " + size + ", slideMs: " + Math.min(slide, size)
                            + ", allowedLatenessMs: " + lateness + aggs;
                case "session" -> "op: sessionAggregate, gapMs: " + size + ", allowedLatenessMs: " + lateness + aggs;
                case "topN" -> "op: topN, n: " + n + ", orderBy: v, descending: " + followed + ", groupBy: [k]";
                case "lastN" -> "op: lastN, n: " + n + ", groupBy: [k]";
                case "dedupe" -> "op: dedupe, on: [k]";
                default ->
                    "op: streamJoin, type: " + kind + ", on: [k], windowMs: " + size + ", allowedLatenessMs: "
                            + lateness + ", rightRename: { t: u, v: w, id: other }";
            };
        }
    }

    NaivePipeline(Shape shape, List<In> rows) {
        this.shape = shape;
        Map<String, Long> newest = new HashMap<>();
        for (In row : rows) {
            List<Map<String, Object>> firsts;
            boolean wrong = row.value() instanceof String && (shape.filtered() || shape.aggregates());
            if (row.time() == null) {
                failures++;
                continue;
            }
            newest.merge(row.source() + row.partition(), row.time(), Math::max);
            try {
                firsts = row.more().isEmpty()
                        ? List.of(row.all())
                        : shape.first().rows(row.all());
            } catch (NaiveSteps.Refused e) {
                failures++;
                continue;
            }
            if (!row.more().isEmpty()) {
                flat.addAll(firsts);
            }
            if (wrong) {
                failures += firsts.size();
            } else if (!shape.filtered() || (row.value() instanceof Long value && value >= 0)) {
                bounds.put(row, Objects.requireNonNull(newest.get(row.source() + row.partition())) - shape.lateness());
                good.addAll(Collections.nCopies(firsts.size(), row));
            }
        }
        if (shape.aggregates() || shape.isJoin()) {
            good.removeIf(row -> {
                boolean tooLate = windows(row).isEmpty();
                late += tooLate ? 1 : 0;
                return tooLate;
            });
        }
    }

    private final Map<In, Long> bounds = new HashMap<>();

    long failures() {
        return failures;
    }

    long late() {
        return late;
    }

    /** Begins of the windows that a row still belongs to. A row that has no windows belongs to itself. */
    private List<Long> windows(In row) {
        long time = Objects.requireNonNull(row.time());
        long closed = Objects.requireNonNull(bounds.get(row));
        if (!shape.kind().equals("tumbling") && !shape.kind().equals("hopping")) {
            return time < closed ? List.of() : List.of(time);
        }
        long slide = shape.kind().equals("tumbling") ? shape.size() : Math.min(shape.slide(), shape.size());
        List<Long> begins = new ArrayList<>();
        for (long begin = -shape.size() / slide * slide - slide; begin <= time; begin += slide) {
            if (begin + shape.size() > time && begin + shape.size() > closed) {
                begins.add(begin);
            }
        }
        return begins;
    }

    /** What is wrong with the rows before the step with state. */
    String judgeFirst(List<Map<String, Object>> out) {
        return difference(texts(out), texts(flat));
    }

    /** What is wrong with the rows that came out; nothing if all are as they must be. */
    String judge(List<Map<String, Object>> out) {
        return switch (shape.kind()) {
            case "topN", "lastN" -> difference(lastByKey(out), ranked());
            case "dedupe" ->
                difference(
                        out.stream().map(row -> String.valueOf(row.get("k"))).toList(),
                        good.stream()
                                .map(row -> String.valueOf(row.key()))
                                .distinct()
                                .toList());
            default -> difference(texts(out), shape.isJoin() ? joined() : texts(aggregates()));
        };
    }

    /** The same for the sums of the results. */
    String judgeTotals(List<Map<String, Object>> out) {
        Map<Long, Long> totals = new TreeMap<>();
        for (Map<String, Object> row : aggregates()) {
            long time = (Long) row.get("windowEnd") - 1;
            totals.merge(Math.floorDiv(time, 50L) * 50, (Long) row.get("n"), Long::sum);
        }
        List<String> expected = new ArrayList<>();
        totals.forEach((begin, n) ->
                expected.add(new TreeMap<>(Map.of("windowStart", begin, "windowEnd", begin + 50, "n", n)).toString()));
        return difference(texts(out), expected);
    }

    private List<Map<String, Object>> aggregates() {
        List<Map<String, Object>> results = new ArrayList<>();
        Map<String, List<In>> groups = new LinkedHashMap<>();
        if (shape.kind().equals("session")) {
            Map<String, List<In>> byKey =
                    good.stream().collect(Collectors.groupingBy(row -> String.valueOf(row.key())));
            for (List<In> rows : byKey.values()) {
                rows.sort(Comparator.comparing(row -> row.time()));
                List<In> session = new ArrayList<>();
                for (In row : rows) {
                    if (!session.isEmpty()
                            && row.time() - session.get(session.size() - 1).time() >= shape.size()) {
                        results.add(result(
                                session,
                                session.get(0).time(),
                                session.get(session.size() - 1).time() + shape.size()));
                        session = new ArrayList<>();
                    }
                    session.add(row);
                }
                results.add(result(
                        session,
                        session.get(0).time(),
                        session.get(session.size() - 1).time() + shape.size()));
            }
            return results;
        }
        for (In row : good) {
            for (long begin : windows(row)) {
                groups.computeIfAbsent(begin + " " + row.key(), group -> new ArrayList<>())
                        .add(row);
            }
        }
        groups.forEach((group, rows) -> {
            long begin = Long.parseLong(group.split(" ")[0]);
            results.add(result(rows, begin, begin + shape.size()));
        });
        return results;
    }

    private static final Comparator<In> ORDER = Comparator.<In, Long>comparing(row -> row.time())
            .thenComparing(In::source)
            .thenComparing(In::partition)
            .thenComparing(In::offset);

    private static Map<String, Object> result(List<In> rows, long begin, long end) {
        List<Long> values = rows.stream()
                .map(In::value)
                .filter(Long.class::isInstance)
                .map(Long.class::cast)
                .sorted()
                .toList();
        List<In> ordered = rows.stream().sorted(ORDER).toList();
        Map<String, Object> row = new HashMap<>();
        row.put("k", rows.get(0).key());
        row.put("windowStart", begin);
        row.put("windowEnd", end);
        row.put("n", (long) rows.size());
        row.put("twice", rows.size() * 2L);
        row.put(
                "sum",
                values.isEmpty()
                        ? null
                        : values.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add));
        row.put("min", values.isEmpty() ? null : values.get(0));
        row.put("max", values.isEmpty() ? null : values.get(values.size() - 1));
        row.put("kinds", (long) new HashSet<>(values).size());
        row.put("first", ordered.get(0).id());
        row.put("last", ordered.get(ordered.size() - 1).id());
        return row;
    }

    private List<String> joined() {
        List<Map<String, Object>> results = new ArrayList<>();
        List<In> lefts =
                good.stream().filter(row -> row.source().equals("left")).toList();
        List<In> rights =
                good.stream().filter(row -> row.source().equals("right")).toList();
        Set<In> taken = new HashSet<>();
        for (In left : lefts) {
            boolean alone = true;
            for (In right : rights) {
                if (left.key() != null
                        && left.key().equals(right.key())
                        && Math.abs(left.time() - right.time()) <= shape.size()) {
                    alone = false;
                    taken.add(right);
                    results.add(pair(left, right));
                }
            }
            if (alone && !shape.kind().equals("inner")) {
                results.add(pair(left, null));
            }
        }
        if (shape.kind().equals("outer")) {
            rights.stream().filter(right -> !taken.contains(right)).forEach(right -> results.add(pair(null, right)));
        }
        return texts(results);
    }

    private static Map<String, Object> pair(@Nullable In left, @Nullable In right) {
        Map<String, Object> row = new HashMap<>();
        if (left != null) {
            row.putAll(fields(left));
        }
        row.put("u", right == null ? null : right.time());
        row.put("w", right == null ? null : right.value());
        row.put("other", right == null ? null : right.id());
        if (left == null && right != null) {
            row.put("k", right.key());
        }
        return row;
    }

    private static Map<String, Object> fields(In row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("t", row.time());
        fields.put("k", row.key());
        fields.put("v", row.value());
        fields.put("id", row.id());
        return fields;
    }

    private List<String> ranked() {
        Comparator<In> order = ORDER.reversed();
        if (shape.kind().equals("topN")) {
            Comparator<In> values =
                    Comparator.comparing((In row) -> row.value() instanceof Long value ? value : Long.MAX_VALUE);
            order = (shape.followed() ? values.reversed() : values).thenComparing(ORDER);
        }
        Map<String, List<In>> byKey = new HashMap<>();
        for (In row : good) {
            if (shape.kind().equals("lastN") || row.value() != null) {
                byKey.computeIfAbsent(String.valueOf(row.key()), key -> new ArrayList<>())
                        .add(row);
            }
        }
        List<String> results = new ArrayList<>();
        for (Map.Entry<String, List<In>> entry : byKey.entrySet()) {
            List<String> ids = new ArrayList<>();
            for (In row :
                    entry.getValue().stream().sorted(order).limit(shape.n()).toList()) {
                ids.add(shape.kind().equals("lastN") ? 0 : ids.size(), row.id());
            }
            results.add(entry.getKey() + " " + ids);
        }
        return results;
    }

    private static List<String> lastByKey(List<Map<String, Object>> out) {
        Map<String, String> last = new HashMap<>();
        for (Map<String, Object> row : out) {
            List<?> ids = ((List<?>) row.get("rows"))
                    .stream().map(one -> ((Map<?, ?>) one).get("id")).toList();
            last.put(String.valueOf(row.get("k")), row.get("k") + " " + ids);
        }
        return List.copyOf(last.values());
    }

    private static List<String> texts(List<Map<String, Object>> rows) {
        return rows.stream().map(row -> new TreeMap<>(row).toString()).toList();
    }

    private static String difference(List<String> found, List<String> expected) {
        List<String> missing = new ArrayList<>(expected);
        List<String> surplus = new ArrayList<>();
        found.forEach(row -> {
            if (!missing.remove(row)) {
                surplus.add(row);
            }
        });
        return missing.isEmpty() && surplus.isEmpty() ? "" : "missing " + missing + ", too many " + surplus;
    }
}
