package io.streamsboot.topology.query;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A store that can be asked. Immutable.
 *
 * @param topology name of the topology
 * @param store name of the store
 * @param global whether every instance holds all of it
 * @param kind its kind, or null while this instance holds no part of it that could tell
 * @param keyType type of the keys, or null if nothing tells their serde
 * @param valueType type of the values, or null if it is not declared
 * @param keySource what declares the serde of the keys
 * @param partitions who holds which partition, by partition; empty while that is not known
 */
public record StoreDescription(
        String topology,
        String store,
        boolean global,
        @Nullable StoreKind kind,
        @Nullable DataType keyType,
        @Nullable DataType valueType,
        String keySource,
        Map<Integer, Hosts> partitions) {

    /**
     * Type of keys or values, as far as their serde tells it.
     *
     * @param name the type as it is shown: the simple name of the class, or what the serde is called
     * @param javaType the class, or null if the serde does not tell
     */
    public record DataType(String name, @Nullable Class<?> javaType) {

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Who holds a partition.
     *
     * @param active address of the instance that writes it, or null while there is none
     * @param standbys addresses of those that keep a copy
     */
    public record Hosts(@Nullable String active, java.util.List<String> standbys) {}
}
