package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.WorkflowException;
import io.streamsboot.workflow.options.Delivery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** What a workflow looks at before it takes records: the cluster's version of transactions, and its topics. */
final class StartSequence {

    private static final String TRANSACTION_VERSION = "transaction.version";
    private static final long PATIENCE_SECONDS = 15;

    private final WorkflowDefinition definition;
    private final Admin admin;

    StartSequence(WorkflowDefinition definition, Admin admin) {
        this.definition = definition;
        this.admin = admin;
    }

    /** Refuses a cluster whose transactions are not sound enough. */
    void checkTransactions() throws ExecutionException, InterruptedException, TimeoutException {
        if (definition.options().delivery() != Delivery.EXACTLY_ONCE) {
            return;
        }
        FinalizedVersionRange range = admin.describeFeatures()
                .featureMetadata()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .finalizedFeatures()
                .get(TRANSACTION_VERSION);
        int version = range == null ? 0 : range.maxVersionLevel();
        if (version < 2) {
            throw new WorkflowException(
                    "Workflow " + definition.id() + " wants exactly-once delivery, but the cluster has "
                            + TRANSACTION_VERSION + " " + version + " instead of 2.",
                    "Upgrade the feature: kafka-features.sh upgrade --feature transaction.version=2 (needs brokers of"
                            + " version 4.0 or later), or deliver at-least-once.");
        }
    }

    /**
     * Looks for the topics, and creates that of the dead letters if it is missing.
     *
     * @return the topics that are missing
     */
    List<String> missingTopics() throws ExecutionException, InterruptedException, TimeoutException {
        List<String> missing = new ArrayList<>();
        int partitions = partitions(definition.from());
        if (partitions == 0) {
            missing.add(definition.from());
            return missing;
        }
        String to = definition.to();
        if (to != null && partitions(to) == 0) {
            missing.add(to);
        }
        // Also where failed runs are not set aside: what cannot be decoded is.
        if (partitions(definition.dlqTopic()) == 0) {
            create(definition.dlqTopic(), partitions);
        }
        return missing;
    }

    private int partitions(String topic) throws ExecutionException, InterruptedException, TimeoutException {
        try {
            Map<String, TopicDescription> found = new HashMap<>(
                    admin.describeTopics(List.of(topic)).allTopicNames().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            @Nullable TopicDescription description = found.get(topic);
            return description == null ? 0 : description.partitions().size();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return 0;
            }
            throw e;
        }
    }

    private void create(String topic, int partitions)
            throws ExecutionException, InterruptedException, TimeoutException {
        try {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())))
                    .all()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }
}
