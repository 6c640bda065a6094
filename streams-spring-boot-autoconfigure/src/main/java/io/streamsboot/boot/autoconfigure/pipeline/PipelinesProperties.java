package io.streamsboot.boot.autoconfigure.pipeline;

import io.streamsboot.pipeline.host.BuildOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Properties below {@code streams.pipelines}: where pipelines come from, and settings of all of them. These win over the
 * settings of all topologies; those below {@code streams.topologies.<name>} win over them.
 */
@ConfigurationProperties(prefix = PipelinesProperties.PREFIX, ignoreUnknownFields = false)
public class PipelinesProperties {

    static final String PREFIX = "streams.pipelines";
    static final String DEFAULT_LOCATION = "classpath:pipelines/";

    /**
     * Whether pipelines are collected and run.
     */
    private boolean enabled = true;

    /**
     * Directory with definitions in files that end in yaml, yml, json or toml: classpath:pipelines/ if it is not set.
     */
    private @Nullable String location;

    /**
     * Definitions as text (YAML or JSON), by name of the pipeline.
     */
    private final Map<String, String> definitions = new HashMap<>();

    /**
     * Number of stream threads of a pipeline. Each owns the partitions that Kafka assigns to it.
     */
    private @Nullable Integer consumers;

    /**
     * Number of records that a consumer takes at once, at most.
     */
    private @Nullable Integer batchSize;

    /**
     * Time that a consumer waits for records when there are none.
     */
    private @Nullable Duration pollTimeout;

    /**
     * Time between two commits of state, output and progress.
     */
    private @Nullable Duration checkpointInterval;

    /**
     * Whether state, output and progress are committed together, so that a failure leaves no trace.
     */
    private @Nullable Boolean exactlyOnce;

    /**
     * Where a pipeline begins in a partition in which it has made no progress yet.
     */
    private @Nullable OffsetReset offsetReset;

    /**
     * Time after which a quiet partition does not hold the watermark any more, 0 for never. Wins over what definitions
     * say.
     */
    private @Nullable Duration idleTimeout;

    /**
     * Time without a record and without lag after which a pipeline stops, for replays that end. It never stops by itself
     * if this is not set.
     */
    private @Nullable Duration stopWhenIdle;

    /**
     * Time between two heartbeats, by which the host of a pipeline hears of it and may stop it.
     */
    private Duration heartbeatInterval = BuildOptions.DEFAULT_HEARTBEAT_INTERVAL;

    @NestedConfigurationProperty
    private final PipelineHostProperties host = new PipelineHostProperties();

    @NestedConfigurationProperty
    private final PipelineProgramProperties programs = new PipelineProgramProperties();

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public @Nullable String getLocation() {
        return location;
    }

    public void setLocation(@Nullable String location) {
        this.location = location;
    }

    public Map<String, String> getDefinitions() {
        return definitions;
    }

    public @Nullable Integer getConsumers() {
        return consumers;
    }

    public void setConsumers(@Nullable Integer consumers) {
        this.consumers = consumers;
    }

    public @Nullable Integer getBatchSize() {
        return batchSize;
    }

    public void setBatchSize(@Nullable Integer batchSize) {
        this.batchSize = batchSize;
    }

    public @Nullable Duration getPollTimeout() {
        return pollTimeout;
    }

    public void setPollTimeout(@Nullable Duration pollTimeout) {
        this.pollTimeout = pollTimeout;
    }

    public @Nullable Duration getCheckpointInterval() {
        return checkpointInterval;
    }

    public void setCheckpointInterval(@Nullable Duration checkpointInterval) {
        this.checkpointInterval = checkpointInterval;
    }

    public @Nullable Boolean getExactlyOnce() {
        return exactlyOnce;
    }

    public void setExactlyOnce(@Nullable Boolean exactlyOnce) {
        this.exactlyOnce = exactlyOnce;
    }

    public @Nullable OffsetReset getOffsetReset() {
        return offsetReset;
    }

    public void setOffsetReset(@Nullable OffsetReset offsetReset) {
        this.offsetReset = offsetReset;
    }

    public @Nullable Duration getIdleTimeout() {
        return idleTimeout;
    }

    public void setIdleTimeout(@Nullable Duration idleTimeout) {
        this.idleTimeout = idleTimeout;
    }

    public @Nullable Duration getStopWhenIdle() {
        return stopWhenIdle;
    }

    public void setStopWhenIdle(@Nullable Duration stopWhenIdle) {
        this.stopWhenIdle = stopWhenIdle;
    }

    public Duration getHeartbeatInterval() {
        return heartbeatInterval;
    }

    public void setHeartbeatInterval(Duration heartbeatInterval) {
        this.heartbeatInterval = heartbeatInterval;
    }

    public PipelineHostProperties getHost() {
        return host;
    }

    public PipelineProgramProperties getPrograms() {
        return programs;
    }

    /** Where to begin without progress. */
    public enum OffsetReset {
        /** With the oldest record that is left. */
        EARLIEST,
        /** With records that come from now on. */
        LATEST;

        String config() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
