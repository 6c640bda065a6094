package io.streamsboot.boot.actuate;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * All topologies of an application.
 *
 * @param topologies the topologies, by name
 * @param kafka the Kafka library
 */
public record StreamsDescriptor(Map<String, TopologySummary> topologies, KafkaDescriptor kafka)
        implements OperationResponseBody {

    /**
     * The Kafka library.
     *
     * @param clientVersion its version, or null if it does not say
     */
    public record KafkaDescriptor(@Nullable String clientVersion) {}
}
