package io.streamsboot.boot.autoconfigure;

import io.streamsboot.boot.QueryableStore;
import io.streamsboot.topology.StoreSerdes;
import io.streamsboot.topology.query.QueryInterceptor;
import io.streamsboot.topology.query.QueryPeers;
import io.streamsboot.topology.query.StreamsQueries;
import io.streamsboot.topology.runtime.ManagedTopologies;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Auto-configuration of {@link StreamsQueries}.
 *
 * <p>To change something, use a property below {@code streams.queries}; declare {@link QueryableStore} beans for the serdes
 * of stores, and a {@link QueryPeers} bean to ask other instances in a way of your own; in the end declare a
 * {@link StreamsQueries} bean, which replaces this one.
 */
@AutoConfiguration(after = StreamsAutoConfiguration.class)
@ConditionalOnBean(ManagedTopologies.class)
@ConditionalOnBooleanProperty(name = "streams.queries.enabled", matchIfMissing = true)
@EnableConfigurationProperties(StreamsQueriesProperties.class)
public final class StreamsQueriesAutoConfiguration {

    private static final boolean JACKSON = ClassUtils.isPresent(
            "tools.jackson.databind.json.JsonMapper", StreamsQueriesAutoConfiguration.class.getClassLoader());

    StreamsQueriesAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    StreamsQueries streamsQueries(
            ManagedTopologies topologies,
            StreamsQueriesProperties properties,
            ListableBeanFactory beanFactory,
            ObjectProvider<QueryableStore> declared,
            ObjectProvider<QueryPeers> peers,
            ObjectProvider<QueryInterceptor> interceptors) {
        StreamsQueries.Builder builder = StreamsQueries.builder(topologies);
        declared.orderedStream()
                .forEach(store -> builder.declare(
                        store.topology(),
                        store.serdes(),
                        "the QueryableStore bean of store " + store.serdes().store()));
        Declarations declarations = new Declarations(beanFactory);
        properties
                .getStores()
                .forEach((topology, stores) -> stores.forEach((store, settings) -> {
                    String key = StreamsQueriesProperties.PREFIX + ".stores." + topology + "." + store;
                    builder.declare(
                            topology, declarations.serdes(store, settings, key), "property " + key + ".key-type");
                }));
        peers.ifAvailable(builder::peers);
        interceptors.orderedStream().forEach(builder::interceptor);
        if (JACKSON) {
            JsonValues.use(builder);
        }
        return builder.build();
    }

    private record Declarations(ListableBeanFactory beanFactory) {

        StoreSerdes serdes(String store, StreamsQueriesProperties.Store settings, String key) {
            Class<?> keyType = settings.getKeyType();
            if (keyType == null) {
                throw new InvalidConfigurationPropertyValueException(
                        key + ".key-type", null, "It must be the type of the store's keys.");
            }
            Class<?> valueType = settings.getValueType();
            return new StoreSerdes(
                    store,
                    serde(keyType, key + ".key-type"),
                    valueType == null ? null : serde(valueType, key + ".value-type"),
                    partitioner(settings.getPartitioner(), key + ".partitioner"));
        }

        private Serde<?> serde(Class<?> type, String key) {
            Serde<?> serde = new SerdeBeans(beanFactory)
                    .find(
                            ResolvableType.forClass(type),
                            message -> new InvalidConfigurationPropertyValueException(
                                    key, type.getName(), "Of the serdes of this type " + message + "."));
            if (serde == null) {
                throw new InvalidConfigurationPropertyValueException(
                        key, type.getName(), "There is no bean of type Serde<" + type.getSimpleName() + ">.");
            }
            return serde;
        }

        private @Nullable StreamPartitioner<?, ?> partitioner(@Nullable String bean, String key) {
            if (bean == null) {
                return null;
            }
            Map<String, ?> known = beanFactory.getBeansOfType(StreamPartitioner.class);
            if (!(known.get(bean) instanceof StreamPartitioner<?, ?> partitioner)) {
                throw new InvalidConfigurationPropertyValueException(
                        key, bean, "There is no StreamPartitioner bean of that name, only " + known.keySet() + ".");
            }
            return partitioner;
        }
    }
}
