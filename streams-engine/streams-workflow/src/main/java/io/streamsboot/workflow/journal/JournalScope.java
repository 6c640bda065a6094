package io.streamsboot.workflow.journal;

import org.apache.kafka.common.TopicPartition;

/**
 * A partition of a workflow.
 *
 * @param workflow id of the workflow
 * @param group its consumer group
 * @param partition the partition of its input topic
 * @param idempotencyWindow results of runs below the committed offset that are kept
 */
public record JournalScope(String workflow, String group, TopicPartition partition, int idempotencyWindow) {}
