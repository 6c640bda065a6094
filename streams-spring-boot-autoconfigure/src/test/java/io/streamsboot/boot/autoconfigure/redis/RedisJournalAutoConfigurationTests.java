package io.streamsboot.boot.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.streamsboot.boot.autoconfigure.workflow.WorkflowAutoConfiguration;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalEntry.StepResult;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.JournalScope;
import io.streamsboot.workflow.journal.MemoryJournal;
import io.streamsboot.workflow.journal.kafka.KafkaJournal;
import io.streamsboot.workflow.journal.redis.RedisJournal;
import io.streamsboot.workflow.runtime.Workflows;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import redis.embedded.RedisServer;

class RedisJournalAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    KafkaAutoConfiguration.class,
                    DataRedisAutoConfiguration.class,
                    RedisJournalAutoConfiguration.class,
                    WorkflowAutoConfiguration.class))
            .withPropertyValues("spring.kafka.bootstrap-servers=localhost:1", "streams.auto-startup=false");

    @Configuration(proxyBeanMethods = false)
    static class OwnJournal {

        @Bean
        Journal own() {
            return new MemoryJournal();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Details {

        @Bean
        DataRedisConnectionDetails details() {
            return new DataRedisConnectionDetails() {
                @Override
                public Standalone getStandalone() {
                    return Standalone.of("localhost", 1);
                }
            };
        }
    }

    @Test
    void redisComesFirstAndKafkaRemainsIfAnAddressIsGiven() {
        runner.withPropertyValues("spring.data.redis.host=localhost").run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(Workflows.class);
            assertThat(context.getBeanProvider(Journal.class).orderedStream().map(Journal::name))
                    .containsExactly("redis", "kafka");
        });
        runner.withUserConfiguration(Details.class)
                .run(context -> assertThat(context).hasSingleBean(RedisJournal.class));
    }

    @Test
    void thatTheLibraryIsThereIsNotEnough() {
        runner.run(context ->
                assertThat(context).doesNotHaveBean(RedisJournal.class).hasSingleBean(KafkaJournal.class));
        runner.withPropertyValues("spring.data.redis.host=localhost", "streams.workflow-journal.redis.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(RedisJournal.class));
    }

    @Test
    void aJournalOfYourOwnReplacesBoth() {
        runner.withUserConfiguration(OwnJournal.class)
                .withPropertyValues("spring.data.redis.host=localhost")
                .run(context -> assertThat(context.getBean(Journal.class)).isInstanceOf(MemoryJournal.class));
    }

    @Test
    void doesWithoutTheLibrary() {
        runner.withClassLoader(new FilteredClassLoader(RedisClient.class))
                .withPropertyValues("spring.data.redis.host=localhost")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(KafkaJournal.class));
    }

    @Test
    void anOptionThatCannotBeStopsTheStart() {
        runner.withPropertyValues("spring.data.redis.host=localhost", "streams.workflow-journal.redis.expiry=1s")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("expiry")
                        .hasMessageContaining("PT1M"));
    }

    @Test
    void keepsWhereThePropertiesSay(@TempDir Path directory) throws IOException {
        int port = freePort();
        RedisServer server = RedisServer.newRedisServer()
                .bind("127.0.0.1")
                .port(port)
                .setting("dir \"" + directory + "\"")
                .build();
        server.start();
        try {
            runner.withPropertyValues(
                            "spring.data.redis.host=127.0.0.1",
                            "spring.data.redis.port=" + port,
                            "streams.workflow-journal.redis.key-prefix=mine:")
                    .run(context -> {
                        JournalPartition partition = context.getBean(RedisJournal.class)
                                .open(new JournalScope("w", "g", new TopicPartition("t", 0), 10));
                        partition
                                .append(List.of(
                                        new Claim("r", 1, 1, 0, 0, List.of()), new StepResult("r", "s", 'v', null)))
                                .toCompletableFuture()
                                .join();
                        try (RedisClient client = RedisClient.create("redis://127.0.0.1:" + port)) {
                            assertThat(client.connect().sync().keys("*")).contains("mine:{g:w:t:0}:lease");
                        }
                    });
        } finally {
            server.stop();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
