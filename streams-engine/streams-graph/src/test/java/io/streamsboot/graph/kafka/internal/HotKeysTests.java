package io.streamsboot.graph.kafka.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.graph.internal.GraphImpl;
import io.streamsboot.graph.kafka.StateOptions;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** Which keys stay objects when there are too many. */
class HotKeysTests {

    private final Map<Object, Object> stored = new HashMap<>();
    private final List<Object> read = new ArrayList<>();
    private final HotKeys<String, Double, Double> hot = new HotKeys<>("hot", plan());

    HotKeysTests() {
        hot.over(store());
    }

    @Test
    void theOneThatHasNotBeenUsedAgainGoes() {
        List.of("a", "b", "a", "c").forEach(this::take);
        read.clear();

        List.of("a", "c").forEach(this::take);
        assertThat(read).isEmpty();
        take("b");
        assertThat(read).containsExactly("b");
    }

    @Test
    void oneThatIsUsedNoMoreGoesAtItsNextTurn() {
        List.of("a", "b", "a", "c", "d", "e").forEach(this::take);
        read.clear();

        take("a");
        assertThat(read).containsExactly("a");
    }

    @Test
    void whatGoesIsWritten() {
        List.of("a", "b", "c").forEach(this::take);

        assertThat(stored).containsOnlyKeys("a");
    }

    private void take(String key) {
        HotKey<String, Double> entry = hot.get(key);
        hot.feeder().accept(entry, 1.0, entry, step -> {}, (record, time, watermark) -> {});
        hot.keep(entry);
        hot.evict();
    }

    private static GraphPlan<String, Double, Double> plan() {
        Graph<Double, Double> graph =
                Graph.define(Double.class, g -> g.number(Double::doubleValue).cumsum());
        return new GraphPlan<>(
                "sums",
                (GraphImpl<Double, Double>) graph,
                OutOfOrder.error(),
                new GraphPlan.Input<>(List.of("numbers"), Serdes.String(), Serdes.Double(), consumed -> consumed),
                new GraphPlan.Keys<>(Serdes.String(), null, 0),
                new GraphPlan.Output<>(null, null, null, null),
                StateOptions.DEFAULT.withHotKeys(2));
    }

    @SuppressWarnings("unchecked")
    private KeyValueStore<String, byte[]> store() {
        return (KeyValueStore<String, byte[]>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {KeyValueStore.class}, (proxy, method, arguments) -> {
                    return switch (method.getName()) {
                        case "get" -> {
                            read.add(arguments[0]);
                            yield stored.get(arguments[0]);
                        }
                        case "put" -> stored.put(arguments[0], arguments[1]);
                        default -> throw new UnsupportedOperationException(method.getName());
                    };
                });
    }
}
