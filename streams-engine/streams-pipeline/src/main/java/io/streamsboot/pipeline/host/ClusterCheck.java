package io.streamsboot.pipeline.host;

import io.streamsboot.pipeline.definition.PipelineException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Refuses datasets on different clusters: progress, state and output of a pipeline are committed in one. */
final class ClusterCheck {

    private final String pipeline;
    private final List<String> own;
    private @Nullable String first;
    private List<String> cluster = List.of();

    ClusterCheck(String pipeline, List<String> own) {
        this.pipeline = pipeline;
        this.own = own.stream().map(ClusterCheck::normal).toList();
    }

    void add(String dataset, TopicBinding binding) {
        if (binding.topic() == null) {
            return;
        }
        String brokers = binding.brokers();
        List<String> addresses = brokers == null ? own : addresses(dataset, brokers);
        if (first == null) {
            first = dataset;
            cluster = new ArrayList<>(addresses);
        } else if (Collections.disjoint(cluster, addresses) && !(cluster.isEmpty() && addresses.isEmpty())) {
            throw new PipelineException(
                    "Pipeline '" + pipeline + "' has datasets on different clusters: '" + first + "' is at "
                            + String.join(",", cluster) + ", '" + dataset + "' at " + String.join(",", addresses) + ".",
                    "Mirror one of the topics into the cluster of the other: progress and output are committed together,"
                            + " and only one cluster can do that.",
                    null);
        }
    }

    private List<String> addresses(String dataset, String brokers) {
        List<String> addresses = Arrays.stream(brokers.split(","))
                .map(ClusterCheck::normal)
                .filter(address -> !address.isEmpty())
                .toList();
        if (addresses.isEmpty() || addresses.stream().anyMatch(address -> !address.matches(".+:\\d{1,5}"))) {
            throw new PipelineException(
                    "Pipeline '" + pipeline + "': the brokers of dataset '" + dataset + "' are '" + brokers + "'.",
                    "Write host:port, several of them with commas between.",
                    null);
        }
        return addresses;
    }

    private static String normal(String address) {
        return address.strip().toLowerCase(Locale.ROOT);
    }

    /** Addresses of the cluster, or null if it is the application's own. */
    @Nullable String foreign() {
        return first == null || cluster.equals(own) || !Collections.disjoint(cluster, own)
                ? null
                : String.join(",", cluster);
    }
}
