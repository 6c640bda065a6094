package io.streamsboot.graph.kafka.internal;

import java.util.Map;
import org.apache.kafka.streams.state.StoreBuilder;

/** Makes the hot keys of each task. */
final class HotKeysBuilder<K, R, V> implements StoreBuilder<HotKeys<K, R, V>> {

    private final String name;
    private final GraphPlan<K, R, V> plan;

    HotKeysBuilder(String name, GraphPlan<K, R, V> plan) {
        this.name = name;
        this.plan = plan;
    }

    @Override
    public StoreBuilder<HotKeys<K, R, V>> withCachingEnabled() {
        throw new UnsupportedOperationException("objects cannot be cached");
    }

    @Override
    public StoreBuilder<HotKeys<K, R, V>> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<HotKeys<K, R, V>> withLoggingEnabled(Map<String, String> config) {
        throw new UnsupportedOperationException("objects cannot be logged");
    }

    @Override
    public StoreBuilder<HotKeys<K, R, V>> withLoggingDisabled() {
        return this;
    }

    @Override
    public HotKeys<K, R, V> build() {
        return new HotKeys<>(name, plan);
    }

    @Override
    public Map<String, String> logConfig() {
        return Map.of();
    }

    @Override
    public boolean loggingEnabled() {
        return false;
    }

    @Override
    public String name() {
        return name;
    }
}
