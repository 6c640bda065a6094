package io.streamsboot.boot.autoconfigure.workflow;

import io.streamsboot.workflow.options.Delivery;
import io.streamsboot.workflow.options.OnError;
import io.streamsboot.workflow.options.OnReplayMismatch;
import io.streamsboot.workflow.options.Order;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Settings of one workflow. What is not set is null: what its annotation or definition says applies. */
public class WorkflowProperties {

    /**
     * Input topic.
     */
    private @Nullable String from;

    /**
     * Output topic.
     */
    private @Nullable String to;

    /**
     * Consumer group.
     */
    private @Nullable String group;

    /**
     * What becomes of a run that has failed for good.
     */
    private @Nullable OnError onError;

    /**
     * Topic of the dead letters.
     */
    private @Nullable String dlqTopic;

    /**
     * Attempts of a run after the first.
     */
    private @Nullable Integer maxRetries;

    /**
     * Pause before the first retry; it doubles from one to the next.
     */
    private @Nullable Duration retryDelay;

    /**
     * Longest pause between two attempts.
     */
    private @Nullable Duration maxRetryDelay;

    /**
     * What becomes of a run whose journal does not match its handler.
     */
    private @Nullable OnReplayMismatch onReplayMismatch;

    /**
     * Time a codec may wait for a registry of schemas before its record counts as held; 1 to 300,000 ms.
     */
    private @Nullable Duration schemaRegistryTimeout;

    /**
     * Which records wait for each other.
     */
    private @Nullable Order order;

    /**
     * Runs in flight in one process.
     */
    private @Nullable Integer maxConcurrency;

    /**
     * Records of a partition past its committed offset before it pauses.
     */
    private @Nullable Integer maxUncommitted;

    /**
     * Size of the unfinished records of a partition before it pauses.
     */
    private @Nullable DataSize maxUncommittedSize;

    /**
     * How outputs and offsets belong together.
     */
    private @Nullable Delivery delivery;

    /**
     * Whether runs are journaled.
     */
    private @Nullable Boolean durable;

    /**
     * Name of the journal.
     */
    private @Nullable String journal;

    /**
     * Outcomes of runs below the committed offset that are kept per partition.
     */
    private @Nullable Integer idempotencyWindow;

    /**
     * Records in a batch.
     */
    private @Nullable Integer maxBatchSize;

    /**
     * Time for which a batch that is not full waits for more.
     */
    private @Nullable Duration batchLinger;

    /**
     * Settings of the workflow's Kafka clients, by Kafka's names.
     */
    private final Map<String, String> properties = new LinkedHashMap<>();

    public @Nullable String getFrom() {
        return from;
    }

    public void setFrom(@Nullable String from) {
        this.from = from;
    }

    public @Nullable String getTo() {
        return to;
    }

    public void setTo(@Nullable String to) {
        this.to = to;
    }

    public @Nullable String getGroup() {
        return group;
    }

    public void setGroup(@Nullable String group) {
        this.group = group;
    }

    public @Nullable OnError getOnError() {
        return onError;
    }

    public void setOnError(@Nullable OnError onError) {
        this.onError = onError;
    }

    public @Nullable String getDlqTopic() {
        return dlqTopic;
    }

    public void setDlqTopic(@Nullable String dlqTopic) {
        this.dlqTopic = dlqTopic;
    }

    public @Nullable Integer getMaxRetries() {
        return maxRetries;
    }

    public void setMaxRetries(@Nullable Integer maxRetries) {
        this.maxRetries = maxRetries;
    }

    public @Nullable Duration getRetryDelay() {
        return retryDelay;
    }

    public void setRetryDelay(@Nullable Duration retryDelay) {
        this.retryDelay = retryDelay;
    }

    public @Nullable Duration getMaxRetryDelay() {
        return maxRetryDelay;
    }

    public void setMaxRetryDelay(@Nullable Duration maxRetryDelay) {
        this.maxRetryDelay = maxRetryDelay;
    }

    public @Nullable OnReplayMismatch getOnReplayMismatch() {
        return onReplayMismatch;
    }

    public void setOnReplayMismatch(@Nullable OnReplayMismatch onReplayMismatch) {
        this.onReplayMismatch = onReplayMismatch;
    }

    public @Nullable Duration getSchemaRegistryTimeout() {
        return schemaRegistryTimeout;
    }

    public void setSchemaRegistryTimeout(@Nullable Duration schemaRegistryTimeout) {
        this.schemaRegistryTimeout = schemaRegistryTimeout;
    }

    public @Nullable Order getOrder() {
        return order;
    }

    public void setOrder(@Nullable Order order) {
        this.order = order;
    }

    public @Nullable Integer getMaxConcurrency() {
        return maxConcurrency;
    }

    public void setMaxConcurrency(@Nullable Integer maxConcurrency) {
        this.maxConcurrency = maxConcurrency;
    }

    public @Nullable Integer getMaxUncommitted() {
        return maxUncommitted;
    }

    public void setMaxUncommitted(@Nullable Integer maxUncommitted) {
        this.maxUncommitted = maxUncommitted;
    }

    public @Nullable DataSize getMaxUncommittedSize() {
        return maxUncommittedSize;
    }

    public void setMaxUncommittedSize(@Nullable DataSize maxUncommittedSize) {
        this.maxUncommittedSize = maxUncommittedSize;
    }

    public @Nullable Delivery getDelivery() {
        return delivery;
    }

    public void setDelivery(@Nullable Delivery delivery) {
        this.delivery = delivery;
    }

    public @Nullable Boolean getDurable() {
        return durable;
    }

    public void setDurable(@Nullable Boolean durable) {
        this.durable = durable;
    }

    public @Nullable String getJournal() {
        return journal;
    }

    public void setJournal(@Nullable String journal) {
        this.journal = journal;
    }

    public @Nullable Integer getIdempotencyWindow() {
        return idempotencyWindow;
    }

    public void setIdempotencyWindow(@Nullable Integer idempotencyWindow) {
        this.idempotencyWindow = idempotencyWindow;
    }

    public @Nullable Integer getMaxBatchSize() {
        return maxBatchSize;
    }

    public void setMaxBatchSize(@Nullable Integer maxBatchSize) {
        this.maxBatchSize = maxBatchSize;
    }

    public @Nullable Duration getBatchLinger() {
        return batchLinger;
    }

    public void setBatchLinger(@Nullable Duration batchLinger) {
        this.batchLinger = batchLinger;
    }

    public Map<String, String> getProperties() {
        return properties;
    }
}
