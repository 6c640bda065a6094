package io.streamsboot.graph;

import io.streamsboot.graph.kafka.GraphDefinition;
import io.streamsboot.graph.kafka.StateOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;

/** The program that {@link CrashIT} kills: address of the broker and directory of its state are its arguments. */
final class CrashGraph {

    static final String INPUT = "crash-ticks";
    static final String OUTPUT = "crash-results";
    static final OutOfOrder POLICY = OutOfOrder.buffer(Duration.ofSeconds(3));

    private CrashGraph() {}

    static Graph<Tick, String> graph() {
        return Graph.define(Tick.class, g -> {
            g.timestamp(tick -> Instant.ofEpochSecond(0, tick.nanos()));
            Signal y = g.number(Tick::y);
            Signal all = y.cumsum();
            Signal slow = y.sma(Duration.ofSeconds(60));
            Signal fast = y.ema(5);
            return g.combine(all, slow, fast, (a, s, f) -> a + " " + s + " " + f);
        });
    }

    public static void main(String[] args) {
        var seen = new AtomicLong();
        var definition = GraphDefinition.of(graph())
                .from(Serdes.String(), TickSerde.of(), INPUT)
                .outOfOrder(POLICY)
                .state(StateOptions.DEFAULT.withHotKeys(8))
                .consumed(consumed -> consumed.withTimestampExtractor((record, time) -> {
                    System.out.println("SEEN " + seen.incrementAndGet());
                    return record.timestamp();
                }))
                .to(OUTPUT, Serdes.String())
                .build();
        var config = new Properties();
        config.putAll(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "crash",
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                args[0],
                StreamsConfig.STATE_DIR_CONFIG,
                args[1],
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                StreamsConfig.EXACTLY_ONCE_V2,
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                30,
                "max.poll.records",
                25,
                "group.instance.id",
                "the-one",
                "session.timeout.ms",
                6_000,
                "auto.offset.reset",
                "earliest"));
        var streams = new KafkaStreams(definition.topology("crash"), config);
        streams.setStateListener((now, before) -> System.out.println("STATE " + now));
        streams.start();
    }
}
