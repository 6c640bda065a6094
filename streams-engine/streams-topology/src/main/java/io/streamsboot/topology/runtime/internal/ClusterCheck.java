package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.UnsupportedKafkaException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** Checks by a cluster's finalized features (KIP-584) whether it can do what a topology needs. */
final class ClusterCheck {

    /** Level of {@code metadata.version} that 4.2 introduced (4.2-IV0). */
    private static final short METADATA_VERSION_4_2 = 28;

    private static final short TRANSACTION_VERSION_2 = 2;

    private static final short STREAMS_VERSION_1 = 1;

    private ClusterCheck() {}

    static void features(Admin admin, String topology, Map<String, Object> config)
            throws InterruptedException, ExecutionException {
        Map<String, FinalizedVersionRange> finalized;
        try {
            finalized = admin.describeFeatures().featureMetadata().get().finalizedFeatures();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnsupportedVersionException) {
                throw tooOld(topology, "does not know features at all", e);
            }
            throw e;
        }
        require(topology, finalized, config);
    }

    static void require(String topology, Map<String, FinalizedVersionRange> finalized, Map<String, Object> config) {
        if (finalized.isEmpty()) {
            // Compatible clusters of other makers finalize nothing; they are taken at their word.
            return;
        }
        short metadata = level(finalized, "metadata.version");
        if (metadata < METADATA_VERSION_4_2) {
            throw tooOld(topology, "has metadata.version " + metadata, null);
        }
        if (KafkaConfigs.isExactlyOnce(config) && level(finalized, "transaction.version") < TRANSACTION_VERSION_2) {
            throw new UnsupportedKafkaException(
                    "Topology '" + topology + "' wants exactly-once, but the cluster has transaction.version "
                            + level(finalized, "transaction.version")
                            + ", with which a hanging transaction can break it.",
                    "Upgrade the feature (kafka-features.sh upgrade --feature transaction.version=2), or set"
                            + " streams.topologies." + topology + ".processing-guarantee to 'at-least-once'.",
                    null);
        }
        if (KafkaConfigs.isStreamsProtocol(config) && level(finalized, "streams.version") < STREAMS_VERSION_1) {
            throw new UnsupportedKafkaException(
                    "Topology '" + topology + "' wants the streams group protocol, but the cluster has streams.version "
                            + level(finalized, "streams.version") + ".",
                    "Upgrade the feature (kafka-features.sh upgrade --feature streams.version=1), or set"
                            + " streams.topologies." + topology + ".group-protocol to 'classic'.",
                    null);
        }
    }

    private static short level(Map<String, FinalizedVersionRange> finalized, String feature) {
        FinalizedVersionRange range = finalized.get(feature);
        return range == null ? 0 : range.maxVersionLevel();
    }

    private static UnsupportedKafkaException tooOld(String topology, String what, @Nullable Throwable cause) {
        return new UnsupportedKafkaException(
                "Topology '" + topology + "' needs a cluster of Kafka 4.2 or later, but the cluster " + what
                        + " (4.2 is " + METADATA_VERSION_4_2 + ").",
                "Upgrade the brokers, then finalize the upgrade (kafka-features.sh upgrade --release-version 4.2).",
                cause);
    }
}
