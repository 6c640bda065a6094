package io.streamsboot.boot.autoconfigure.redis;

import io.lettuce.core.RedisClient;
import io.streamsboot.boot.autoconfigure.workflow.WorkflowAutoConfiguration;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.redis.RedisJournal;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Auto-configuration of the journal in Redis, which becomes that of workflows that name none: on a connection of its own,
 * by the client that Spring Boot makes of {@code spring.data.redis}.
 *
 * <p>To change something, use a property below {@code streams.workflow-journal.redis}; what is said of the client goes
 * through Spring Boot's customizers; in the end declare a {@link Journal} bean of your own, which replaces this one.
 */
@AutoConfiguration(
        before = WorkflowAutoConfiguration.class,
        afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@ConditionalOnClass({RedisClient.class, LettuceConnectionFactory.class, RedisJournal.class})
@ConditionalOnBooleanProperty(name = "streams.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "streams.workflow-journal.redis.enabled", matchIfMissing = true)
@Conditional(OnRedisAddressCondition.class)
@EnableConfigurationProperties(RedisJournalProperties.class)
public final class RedisJournalAutoConfiguration {

    RedisJournalAutoConfiguration() {}

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    @ConditionalOnMissingBean(Journal.class)
    @ConditionalOnSingleCandidate(LettuceConnectionFactory.class)
    RedisJournal streamsWorkflowRedisJournal(LettuceConnectionFactory connections, RedisJournalProperties properties) {
        return RedisJournal.of(connections::getRequiredNativeClient, properties.options());
    }
}
