package io.streamsboot.boot.autoconfigure.metrics;

import io.micrometer.observation.ObservationRegistry;
import io.streamsboot.boot.autoconfigure.StreamsQueriesAutoConfiguration;
import io.streamsboot.topology.query.QueryInterceptor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of an observation of each question to a store. To replace it, declare a {@link QueryObservations}
 * bean; to do something else around questions, declare another {@link QueryInterceptor}.
 */
@AutoConfiguration(
        before = StreamsQueriesAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(ObservationRegistry.class)
public final class QueryObservationAutoConfiguration {

    QueryObservationAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    QueryObservations streamsQueryObservations(ObservationRegistry registry) {
        return new QueryObservations(registry);
    }
}
