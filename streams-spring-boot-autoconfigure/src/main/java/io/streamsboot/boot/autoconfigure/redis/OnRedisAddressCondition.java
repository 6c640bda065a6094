package io.streamsboot.boot.autoconfigure.redis;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Matches if somebody says where Redis is: by a property, or by connection details that are not those of the properties.
 * That the library is there says nothing, since Spring Boot then looks for a server on this machine.
 */
final class OnRedisAddressCondition extends SpringBootCondition implements ConfigurationCondition {

    private static final List<String> PROPERTIES = List.of(
            "spring.data.redis.url",
            "spring.data.redis.host",
            "spring.data.redis.cluster.nodes",
            "spring.data.redis.sentinel.nodes");

    private static final Bindable<List<String>> TEXTS = Bindable.listOf(String.class);
    private static final String OF_PROPERTIES = "PropertiesDataRedisConnectionDetails";

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Redis address");
        Binder binder = Binder.get(context.getEnvironment());
        for (String name : PROPERTIES) {
            if (binder.bind(name, TEXTS).orElse(List.of()).stream().anyMatch(StringUtils::hasText)) {
                return ConditionOutcome.match(message.foundExactly("property " + name));
            }
        }
        var factory = context.getBeanFactory();
        if (factory != null) {
            for (String bean : factory.getBeanNamesForType(DataRedisConnectionDetails.class, true, false)) {
                Class<?> type = factory.getType(bean, false);
                if (type != null && !type.getSimpleName().equals(OF_PROPERTIES)) {
                    return ConditionOutcome.match(message.foundExactly("connection details '" + bean + "'"));
                }
            }
        }
        return ConditionOutcome.noMatch(message.because("neither a property nor connection details give one"));
    }
}
