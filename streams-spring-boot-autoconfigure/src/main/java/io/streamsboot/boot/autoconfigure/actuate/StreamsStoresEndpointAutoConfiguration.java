package io.streamsboot.boot.autoconfigure.actuate;

import io.streamsboot.boot.actuate.StoreParametersAdvisor;
import io.streamsboot.boot.actuate.StreamsStoresEndpoint;
import io.streamsboot.boot.autoconfigure.StreamsQueriesAutoConfiguration;
import io.streamsboot.topology.query.StreamsQueries;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * Auto-configuration of {@link StreamsStoresEndpoint}. As any endpoint it has to be exposed, by
 * {@code management.endpoints.web.exposure.include}; what it shows are data of users. Values are shown by the application's
 * {@link JsonMapper}; to replace the endpoint, declare a bean of its type.
 */
@AutoConfiguration(after = StreamsQueriesAutoConfiguration.class)
@ConditionalOnClass({ConditionalOnAvailableEndpoint.class, ResponseEntity.class, JsonMapper.class})
@ConditionalOnAvailableEndpoint(StreamsStoresEndpoint.class)
@ConditionalOnBean(StreamsQueries.class)
public final class StreamsStoresEndpointAutoConfiguration {

    StreamsStoresEndpointAutoConfiguration() {}

    @Bean
    static StoreParametersAdvisor streamsStoresParametersAdvisor(ObjectProvider<StreamsStoresEndpoint> endpoint) {
        return new StoreParametersAdvisor(endpoint);
    }

    /** With Spring MVC an operation answers with headers. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    static final class Servlet {

        Servlet() {}

        @Bean
        @ConditionalOnMissingBean
        StreamsStoresEndpoint streamsStoresEndpoint(StreamsQueries queries, ObjectProvider<JsonMapper> mapper) {
            return new StreamsStoresEndpoint(queries, mapper.getIfUnique(JsonMapper::shared), true);
        }
    }

    /** With WebFlux it cannot, so a filter adds when to ask again. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    static final class Reactive {

        Reactive() {}

        @Bean
        @ConditionalOnMissingBean
        StreamsStoresEndpoint streamsStoresEndpoint(StreamsQueries queries, ObjectProvider<JsonMapper> mapper) {
            return new StreamsStoresEndpoint(queries, mapper.getIfUnique(JsonMapper::shared), false);
        }

        @Bean
        WebFilter streamsStoresRetryAfterFilter() {
            return (exchange, chain) -> {
                ServerHttpResponse response = exchange.getResponse();
                if (exchange.getRequest().getPath().value().contains("/streamsstores/")) {
                    response.beforeCommit(() -> {
                        if (HttpStatus.SERVICE_UNAVAILABLE.equals(response.getStatusCode())) {
                            response.getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
                        }
                        return Mono.empty();
                    });
                }
                return chain.filter(exchange);
            };
        }
    }
}
