package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.topology.deadletter.DeadLetterOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/** Puts handlers and interceptors into a configuration, beside what a user put there. Immutable. */
final class DeadLetterWiring {

    private static final int DEFAULT_MAX_POLL_INTERVAL_MS = 300_000;

    private final Map<String, Object> config;
    private final boolean enabled;
    private final @Nullable String ownDecode;
    private final @Nullable String ownProcess;
    private final @Nullable String ownProduce;

    DeadLetterWiring(Map<String, Object> config, DeadLetterOptions options) {
        this.config = Map.copyOf(config);
        this.enabled = options.enabled();
        this.ownDecode = set("deserialization.exception.handler", "default.deserialization.exception.handler");
        this.ownProcess = set("processing.exception.handler");
        this.ownProduce = set("production.exception.handler", "default.production.exception.handler");
    }

    private @Nullable String set(String... names) {
        for (String name : names) {
            if (config.get(name) != null) {
                return name;
            }
        }
        return null;
    }

    boolean isExactlyOnce() {
        return StreamsConfig.EXACTLY_ONCE_V2.equals(config.get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
    }

    boolean handlesProcessing() {
        return enabled && ownProcess == null;
    }

    boolean handlesProducing() {
        return enabled && ownProduce == null;
    }

    /** What the user lets the producer send in one request, or 0. */
    int maxRequestSize() {
        Object set = client("producer.", ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
        return set == null ? 0 : Integer.parseInt(set.toString().trim());
    }

    /** Whether the producer compresses, so that a record's size says little about that of its batch. */
    boolean compresses() {
        Object set = client("producer.", ProducerConfig.COMPRESSION_TYPE_CONFIG);
        return set != null && !"none".equals(set.toString());
    }

    /** The longest time that tries in place may take together between two polls. */
    long retryBudgetNanos() {
        Object set = client("main.consumer.", ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
        if (set == null) {
            set = client("consumer.", ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
        }
        long interval = set == null
                ? DEFAULT_MAX_POLL_INTERVAL_MS
                : Long.parseLong(set.toString().trim());
        return interval * 1_000_000 / 2;
    }

    private @Nullable Object client(String prefix, String name) {
        Object own = config.get(prefix + name);
        return own == null ? config.get(name) : own;
    }

    List<String> limitations() {
        List<String> off = new ArrayList<>();
        if (!enabled) {
            return off;
        }
        addLimitation(off, "decode and global", ownDecode);
        addLimitation(off, "process and punctuate", ownProcess);
        addLimitation(off, "produce", ownProduce);
        String native4 = "errors.dead.letter.queue.topic.name";
        if (config.get(native4) != null && ownDecode == null) {
            off.add("Kafka's own " + native4 + ": dead letters go to the topic of streams.dead-letter.topic");
        }
        return off;
    }

    private void addLimitation(List<String> off, String stages, @Nullable String key) {
        if (key != null) {
            Object handler = config.get(key);
            off.add("dead letters in the stages " + stages + ": " + key + " is set to "
                    + (handler instanceof Class<?> type ? type.getName() : Objects.toString(handler)));
        }
    }

    Map<String, Object> wire(Map<String, Object> base, DeadLetterEngine engine, int producerMaxBytes) {
        if (!enabled) {
            return base;
        }
        Map<String, Object> wired = new HashMap<>(base);
        wired.put(DeadLetterEngine.CONFIG, engine);
        if (ownDecode == null) {
            wired.put("deserialization.exception.handler", DecodeHandler.class);
        }
        if (ownProcess == null) {
            wired.put("processing.exception.handler", ProcessHandler.class);
        }
        if (ownProduce == null) {
            wired.put("production.exception.handler", ProduceHandler.class);
            append(wired, List.of("producer."), ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, DivertingInterceptor.class);
            wired.putIfAbsent("producer." + ProducerConfig.MAX_REQUEST_SIZE_CONFIG, maxRequestSize(producerMaxBytes));
        }
        append(
                wired,
                List.of("main.consumer.", "consumer."),
                ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
                SourceInterceptor.class);
        append(
                wired,
                List.of("global.consumer.", "consumer."),
                ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
                SourceInterceptor.Global.class);
        return wired;
    }

    private int maxRequestSize(int producerMaxBytes) {
        int set = maxRequestSize();
        return set == 0 ? producerMaxBytes : set;
    }

    /** Ours come last, so that they see what will really be sent. */
    private static void append(Map<String, Object> wired, List<String> prefixes, String name, Class<?> ours) {
        Object own = null;
        for (String prefix : prefixes) {
            own = own == null ? wired.get(prefix + name) : own;
        }
        own = own == null ? wired.get(name) : own;
        List<Object> classes = new ArrayList<>();
        if (own instanceof List<?> list) {
            classes.addAll(list);
        } else if (own instanceof Class<?>) {
            classes.add(own);
        } else if (own != null) {
            for (String part : own.toString().split(",")) {
                if (!part.isBlank()) {
                    classes.add(part.trim());
                }
            }
        }
        classes.add(ours.getName());
        wired.put(prefixes.get(0) + name, classes);
    }
}
