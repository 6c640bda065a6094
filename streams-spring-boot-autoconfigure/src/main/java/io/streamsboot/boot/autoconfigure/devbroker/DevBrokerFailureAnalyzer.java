package io.streamsboot.boot.autoconfigure.devbroker;

import io.streamsboot.devbroker.DevBrokerException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows why the dev broker does not start. */
final class DevBrokerFailureAnalyzer extends AbstractFailureAnalyzer<DevBrokerException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, DevBrokerException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Change the properties below '" + DevBrokerProperties.PREFIX + "', or use another Kafka: set"
                        + " 'spring.kafka.bootstrap-servers'.",
                cause);
    }
}
