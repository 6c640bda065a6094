package io.streamsboot.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyListener;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Binds the meters of Kafka Streams while a client lives: once for each generation, with the name of the topology as a
 * tag, so that a restart leaves no dead meters behind.
 */
final class TopologyMeters implements TopologyListener {

    private final MeterRegistry registry;
    private final Map<KafkaStreams, KafkaStreamsMetrics> bound = new ConcurrentHashMap<>();

    TopologyMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void onClientCreated(ManagedTopology topology, long generation, KafkaStreams streams) {
        Tag tag = Tag.of(TopologyTag.TOPOLOGY.key(), topology.name());
        KafkaStreamsMetrics metrics = new KafkaStreamsMetrics(streams, Tags.of(tag));
        bound.put(streams, metrics);
        metrics.bindTo(registry);
    }

    @Override
    public void onClientClosed(ManagedTopology topology, long generation, KafkaStreams streams) {
        KafkaStreamsMetrics metrics = bound.remove(streams);
        if (metrics != null) {
            metrics.close();
        }
    }
}
