package io.streamsboot.topology.query.internal;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/**
 * Which isolation an answer has. Kafka takes a level for any store, and ignores it where the store does not keep apart what
 * is not committed; an answer that claims to be committed then is not. So it is asked only where it has a meaning.
 */
final class Isolation {

    private static final String TRANSACTIONAL = "enable.transactional.statestores";
    private static final String DEFAULT_LEVEL = "default.interactive.query.isolation.level";
    private static final String STATE_ID = "-state-id";

    /** Kafka's own stores that keep writes apart until they are committed, by the scope of their metrics. */
    private static final Set<String> BUFFERING = Set.of(
            "rocksdb", "rocksdb-window", "rocksdb-session", "in-memory", "in-memory-window", "in-memory-session");

    private final Map<String, Boolean> transactional = new ConcurrentHashMap<>();

    /** Refuses what no instance of the application can do, before any is asked. */
    static void requirePossible(StoreSite site, @Nullable IsolationLevel wanted) {
        if (wanted == IsolationLevel.READ_COMMITTED && !isConfigured(site)) {
            throw refused(
                    site,
                    KafkaFeatures.ISOLATION_AND_HEADERS
                            ? "set " + TRANSACTIONAL + "=true for topology '"
                                    + site.topology().name() + "'"
                            : "use Kafka 4.4 and set " + TRANSACTIONAL + "=true");
        }
    }

    private static boolean isConfigured(StoreSite site) {
        return KafkaFeatures.ISOLATION_AND_HEADERS
                && Boolean.parseBoolean(
                        String.valueOf(site.topology().options().config().get(TRANSACTIONAL)));
    }

    /**
     * The isolation of what is read here.
     *
     * @param streams the client, which holds a part of the store
     * @param generation how often the topology was started
     * @param wanted what was asked for, or null for the topology's default
     * @return the level to tell Kafka, or null if the store knows none and answers with all that was written
     */
    @Nullable IsolationLevel of(StoreSite site, KafkaStreams streams, long generation, @Nullable IsolationLevel wanted) {
        if (!isConfigured(site)) {
            return null;
        }
        boolean buffers = transactional.computeIfAbsent(
                site.topology().name() + '/' + site.store() + '/' + generation,
                id -> buffers(streams.metrics().keySet(), site.store()));
        if (!buffers) {
            if (wanted == IsolationLevel.READ_COMMITTED) {
                throw refused(site, "it is none of the stores of Kafka that can be; ask without 'isolation'");
            }
            return null;
        }
        return wanted == null ? standard(site) : wanted;
    }

    private static IsolationLevel standard(StoreSite site) {
        Object level = site.topology().options().config().get(DEFAULT_LEVEL);
        return level == null
                ? IsolationLevel.READ_UNCOMMITTED
                : IsolationLevel.valueOf(level.toString().toUpperCase(Locale.ROOT));
    }

    private static boolean buffers(Set<MetricName> metrics, String store) {
        boolean found = false;
        for (MetricName metric : metrics) {
            for (Map.Entry<String, String> tag : metric.tags().entrySet()) {
                if (tag.getValue().equals(store) && tag.getKey().endsWith(STATE_ID)) {
                    String scope = tag.getKey().substring(0, tag.getKey().length() - STATE_ID.length());
                    if (!BUFFERING.contains(scope)) {
                        return false;
                    }
                    found = true;
                }
            }
        }
        return found;
    }

    private static Unanswered refused(StoreSite site, String wayOut) {
        return Unanswered.invalid(
                "Store '" + site.store() + "' is not transactional, so Kafka would answer READ_COMMITTED"
                        + " with what is not committed: " + wayOut + ".");
    }
}
