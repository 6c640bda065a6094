package io.streamsboot.benchmarks.managed;

import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;

/** What is promised for each record. */
enum Guarantee {
    AT_LEAST_ONCE("at-least-once"),
    EXACTLY_ONCE("exactly-once");

    private final String title;

    Guarantee(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** The settings that go with it, those that the managed runtime would add included. */
    Map<String, Object> config() {
        return switch (this) {
            case AT_LEAST_ONCE -> Map.of(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
            case EXACTLY_ONCE ->
                Map.of(
                        StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                        StreamsConfig.EXACTLY_ONCE_V2,
                        StreamsConfig.producerPrefix("retry.backoff.ms"),
                        5);
        };
    }
}
