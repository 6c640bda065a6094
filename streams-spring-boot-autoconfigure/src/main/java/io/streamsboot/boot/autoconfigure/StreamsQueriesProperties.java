package io.streamsboot.boot.autoconfigure;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** Properties below {@code streams.queries}: how stores are looked into from outside. */
@ConfigurationProperties(StreamsQueriesProperties.PREFIX)
public class StreamsQueriesProperties {

    static final String PREFIX = "streams.queries";

    /**
     * Whether stores can be asked.
     */
    private boolean enabled = true;

    /**
     * Whether stores are described as operations of the endpoint in the OpenAPI document of springdoc.
     */
    private boolean openApi = true;

    /**
     * What the entries of stores are made of, by topology and store. It wins over what their definitions declare.
     */
    private final Map<String, Map<String, Store>> stores = new HashMap<>();

    @NestedConfigurationProperty
    private final QueryServerProperties server = new QueryServerProperties();

    @NestedConfigurationProperty
    private final QueryPeersProperties peers = new QueryPeersProperties();

    public QueryServerProperties getServer() {
        return server;
    }

    public QueryPeersProperties getPeers() {
        return peers;
    }

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public boolean isOpenApi() {
        return openApi;
    }

    public void setOpenApi(boolean openApi) {
        this.openApi = openApi;
    }

    public Map<String, Map<String, Store>> getStores() {
        return stores;
    }

    /** One store. */
    public static class Store {

        /**
         * Type of the keys. Its serde is a bean, or Kafka's own for simple types.
         */
        private @Nullable Class<?> keyType;

        /**
         * Type of the values. Its serde is a bean, or Kafka's own for simple types.
         */
        private @Nullable Class<?> valueType;

        /**
         * Name of the StreamPartitioner bean that chose the partition of each key.
         */
        private @Nullable String partitioner;

        public @Nullable Class<?> getKeyType() {
            return keyType;
        }

        public void setKeyType(@Nullable Class<?> keyType) {
            this.keyType = keyType;
        }

        public @Nullable Class<?> getValueType() {
            return valueType;
        }

        public void setValueType(@Nullable Class<?> valueType) {
            this.valueType = valueType;
        }

        public @Nullable String getPartitioner() {
            return partitioner;
        }

        public void setPartitioner(@Nullable String partitioner) {
            this.partitioner = partitioner;
        }
    }
}
