package io.streamsboot.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStateChange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** When topologies start and stop, with a cluster that cannot be reached: they try for ever and block nobody. */
class LifecycleTests {

    private static final String UNREACHABLE = "spring.kafka.bootstrap-servers=localhost:1";

    @Test
    void topologiesStartAfterEveryWebServerAndStopAfterThem() {
        assertThat(TopologiesLifecycle.PHASE).isLessThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE);
        List<String> events;
        ManagedTopology topology;
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Web.class)
                .properties(
                        "spring.application.name=app",
                        UNREACHABLE,
                        "server.port=0",
                        "management.server.port=0",
                        "spring.main.banner-mode=off")
                .run()) {
            events = context.getBean(Web.class).events;
            topology = context.getBean(ManagedTopologies.class).find("delays");
            await().until(() -> events.contains("STARTING"));
            assertThat(events.subList(0, 2)).containsExactly("web server", "web server");
            assertThat(events.get(2)).isEqualTo("STARTING");
        }
        assertThat(topology.status().state()).isEqualTo(TopologyState.STOPPED);
    }

    @Test
    void stopAndStartOfTheContextStopAndStartTopologies() {
        try (ConfigurableApplicationContext context = run()) {
            ManagedTopology topology = context.getBean(ManagedTopologies.class).find("delays");
            TopologiesLifecycle lifecycle = context.getBean(TopologiesLifecycle.class);
            await().until(() -> topology.status().state().isActive());
            context.stop();
            context.stop();
            assertThat(topology.status().state()).isEqualTo(TopologyState.STOPPED);
            assertThat(lifecycle.isRunning()).isFalse();
            lifecycle.stop();
            context.start();
            context.start();
            await().until(() -> topology.status().state().isActive());
            assertThat(topology.status().generation()).isEqualTo(2);
            lifecycle.start();
            assertThat(lifecycle.isRunning()).isTrue();
        }
    }

    @Test
    void topologiesStartInALazyApplicationToo() {
        try (ConfigurableApplicationContext context = run("--spring.main.lazy-initialization=true")) {
            ManagedTopology topology = context.getBean(ManagedTopologies.class).find("delays");
            await().until(() -> topology.status().state().isActive());
        }
    }

    @Test
    void topologiesWithoutAutoStartupWaitForSomebody() {
        try (ConfigurableApplicationContext context = run("--streams.topologies.delays.auto-startup=false")) {
            ManagedTopology topology = context.getBean(ManagedTopologies.class).find("delays");
            assertThat(topology.status().state()).isEqualTo(TopologyState.CREATED);
            topology.start();
            await().until(() -> topology.status().state().isActive());
        }
    }

    @Test
    void refreshOfAChildContextStartsNothing() {
        try (ConfigurableApplicationContext context = run("--streams.auto-startup=false");
                ConfigurableApplicationContext child = new SpringApplicationBuilder(Object.class)
                        .parent(context)
                        .properties("spring.main.web-application-type=none")
                        .run()) {
            assertThat(child.getParent()).isSameAs(context);
            assertThat(context.getBean(ManagedTopologies.class)
                            .find("delays")
                            .status()
                            .state())
                    .isEqualTo(TopologyState.CREATED);
        }
    }

    private static ConfigurableApplicationContext run(String... arguments) {
        return new SpringApplicationBuilder(Topologies.class)
                .properties(
                        "spring.application.name=app",
                        UNREACHABLE,
                        "spring.main.web-application-type=none",
                        "spring.main.banner-mode=off")
                .run(arguments);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({KafkaAutoConfiguration.class, StreamsAutoConfiguration.class})
    static class Topologies {

        @Bean
        TopologyDefinition delays() {
            return builder -> builder.stream("in").to("out");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Web {

        final List<String> events = new CopyOnWriteArrayList<>();

        @EventListener
        void on(WebServerInitializedEvent event) {
            events.add("web server");
        }

        @EventListener
        void on(TopologyStateChange change) {
            events.add(change.to().name());
        }

        @Bean
        TopologyDefinition delays() {
            return builder -> builder.stream("in").to("out");
        }
    }
}
