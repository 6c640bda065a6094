package io.streamsboot.boot.autoconfigure.openapi;

import io.streamsboot.boot.actuate.StreamsStoresEndpoint;
import io.streamsboot.boot.autoconfigure.actuate.StreamsStoresEndpointAutoConfiguration;
import io.streamsboot.topology.query.StreamsQueries;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of {@link StoreOperations}, which describe each store in springdoc's document if the endpoint
 * {@code streamsstores} is exposed.
 *
 * <p>To leave stores out, set {@code streams.queries.open-api=false}; to describe them in another way, declare a
 * {@link StoreOperations} bean or another {@link OpenApiCustomizer}.
 */
@AutoConfiguration(after = StreamsStoresEndpointAutoConfiguration.class)
@ConditionalOnClass({OpenApiCustomizer.class, PathMappedEndpoints.class})
@ConditionalOnBean({StreamsQueries.class, StreamsStoresEndpoint.class})
@ConditionalOnBooleanProperty(name = "streams.queries.open-api", matchIfMissing = true)
public final class StoresOpenApiAutoConfiguration {

    StoresOpenApiAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    StoreOperations streamsStoreOperations(
            StreamsQueries queries, PathMappedEndpoints endpoints, Environment environment) {
        return new StoreOperations(queries, () -> endpoints.getPath(EndpointId.of("streamsstores")), () -> {
            String management = environment.getProperty("local.management.port");
            return management == null || management.equals(environment.getProperty("local.server.port"))
                    ? null
                    : Integer.valueOf(management);
        });
    }
}
