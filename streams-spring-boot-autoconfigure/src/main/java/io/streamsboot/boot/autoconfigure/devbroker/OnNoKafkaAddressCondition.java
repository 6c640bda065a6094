package io.streamsboot.boot.autoconfigure.devbroker;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if no property says where Kafka is. */
final class OnNoKafkaAddressCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("No Kafka address");
        String property = KafkaAddress.findProperty(context.getEnvironment());
        return property == null
                ? ConditionOutcome.match(message.because("no property gives one"))
                : ConditionOutcome.noMatch(message.foundExactly("property " + property));
    }
}
