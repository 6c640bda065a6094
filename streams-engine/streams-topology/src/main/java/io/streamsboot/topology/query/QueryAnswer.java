package io.streamsboot.topology.query;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * What an answer is worth: where it comes from and how fresh it is. Immutable.
 *
 * @param topology name of the topology
 * @param store name of the store
 * @param kind kind of the store
 * @param parts the partitions that were asked
 * @param missing partitions that a partial list lacks
 * @param keySource what declares the serde of the keys, or that the topology's default serde was taken
 * @param placementMismatch what speaks against the declared serde or partitioner, or null; if something does, every
 *     partition was asked
 * @param order the order of a list, or null
 * @param isolation whether writes that are not committed were hidden; a store that is not transactional cannot
 */
public record QueryAnswer(
        String topology,
        String store,
        StoreKind kind,
        List<Part> parts,
        Set<Integer> missing,
        String keySource,
        @Nullable String placementMismatch,
        @Nullable String order,
        IsolationLevel isolation) {

    public QueryAnswer {
        parts = List.copyOf(parts);
        missing = Set.copyOf(new TreeSet<>(missing));
    }

    /** What a store is on the instance that reads it. */
    public enum Role {
        /** The instance that writes it. */
        ACTIVE,
        /** A copy that follows. */
        STANDBY,
        /** Being filled, to become active. */
        RESTORING,
        /** A copy of a whole topic, the same on every instance. */
        GLOBAL
    }

    /**
     * One partition that was asked.
     *
     * @param partition its number, -1 for a global store
     * @param instance where it was read, {@code host:port}, or {@code local} for an instance without an address
     * @param role what the store is there
     * @param position offsets that the store had reached, by topic and partition; null if Kafka does not tell
     * @param staleness how many records it lags behind; 0 for the active store, null if unknown
     * @param generation how often the topology was started there
     * @param remote whether another instance read it
     */
    public record Part(
            int partition,
            String instance,
            Role role,
            @Nullable Map<String, Map<Integer, Long>> position,
            @Nullable Long staleness,
            long generation,
            boolean remote) {

        /**
         * The same part as another instance's.
         *
         * @return a part that is remote
         */
        public Part fromRemote() {
            return remote ? this : new Part(partition, instance, role, position, staleness, generation, true);
        }
    }
}
