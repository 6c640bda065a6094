package io.streamsboot.boot.autoconfigure.pipeline;

import io.streamsboot.boot.autoconfigure.TopologyContributor;
import io.streamsboot.pipeline.host.HostedPipeline;
import io.streamsboot.pipeline.host.Pipelines;
import io.streamsboot.topology.TopologyDefinition;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Has pipelines managed as topologies, with the settings of all pipelines. */
final class PipelineTopologies implements TopologyContributor {

    private final Pipelines pipelines;
    private final Map<String, TopologyDefinition> topologies = new TreeMap<>();
    private final Map<String, Object> settings;

    PipelineTopologies(Pipelines pipelines, PipelinesProperties properties) {
        this.pipelines = pipelines;
        this.settings = settings(properties);
        pipelines.all().forEach(pipeline -> topologies.put(pipeline.name(), pipeline.pipeline()));
    }

    @Override
    public Map<String, TopologyDefinition> topologies() {
        return topologies;
    }

    @Override
    public String origin(String topology) {
        HostedPipeline pipeline = pipelines.find(topology);
        return "pipeline in " + (pipeline == null ? topology : pipeline.origin());
    }

    @Override
    public Map<String, Object> config(String topology) {
        HostedPipeline pipeline = pipelines.find(topology);
        String brokers = pipeline == null ? null : pipeline.brokers();
        if (brokers == null) {
            return settings;
        }
        Map<String, Object> config = new HashMap<>(settings);
        config.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, Arrays.asList(brokers.split(",")));
        return config;
    }

    @Override
    public String applicationId(String topology, String configured) {
        HostedPipeline pipeline = pipelines.find(topology);
        return pipeline == null ? configured : pipeline.pipeline().applicationId(configured);
    }

    private static Map<String, Object> settings(PipelinesProperties properties) {
        Map<String, Object> config = new HashMap<>();
        put(config, StreamsConfig.NUM_STREAM_THREADS_CONFIG, positive("consumers", properties.getConsumers()));
        put(config, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, positive("batch-size", properties.getBatchSize()));
        put(config, StreamsConfig.POLL_MS_CONFIG, millis("poll-timeout", properties.getPollTimeout()));
        put(
                config,
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                millis("checkpoint-interval", properties.getCheckpointInterval()));
        Boolean exactlyOnce = properties.getExactlyOnce();
        if (exactlyOnce != null) {
            config.put(
                    StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                    exactlyOnce ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE);
        }
        PipelinesProperties.OffsetReset reset = properties.getOffsetReset();
        put(config, ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, reset == null ? null : reset.config());
        return Map.copyOf(config);
    }

    private static void put(Map<String, Object> config, String setting, @Nullable Object value) {
        if (value != null) {
            config.put(setting, value);
        }
    }

    private static @Nullable Integer positive(String key, @Nullable Integer value) {
        if (value != null && value < 1) {
            throw new InvalidConfigurationPropertyValueException(
                    PipelinesProperties.PREFIX + "." + key, value, "It must be at least 1.");
        }
        return value;
    }

    private static @Nullable Long millis(String key, @Nullable Duration value) {
        if (value != null && value.isNegative()) {
            throw new InvalidConfigurationPropertyValueException(
                    PipelinesProperties.PREFIX + "." + key, value, "It must not be negative.");
        }
        return value == null ? null : value.toMillis();
    }
}
