package io.streamsboot.boot.autoconfigure.devbroker;

import io.streamsboot.devbroker.DevBroker;
import java.util.List;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;

/** The way to the dev broker. */
final class DevBrokerConnectionDetails implements KafkaConnectionDetails {

    private final DevBroker broker;

    DevBrokerConnectionDetails(DevBroker broker) {
        this.broker = broker;
    }

    @Override
    public List<String> getBootstrapServers() {
        return List.of(broker.bootstrapServers().split(","));
    }

    @Override
    public String getSecurityProtocol() {
        return "PLAINTEXT";
    }
}
