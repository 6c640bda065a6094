package io.streamsboot.boot.autoconfigure.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.boot.autoconfigure.Contexts;
import io.streamsboot.boot.autoconfigure.FakeTopology;
import io.streamsboot.boot.health.TopologiesHealthContributor;
import io.streamsboot.boot.health.TopologyHealthIndicator;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.runtime.TopologyFailure;
import io.streamsboot.topology.runtime.TopologyProgress;
import io.streamsboot.topology.runtime.TopologyProgress.RestoreProgress;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStateChange;
import io.streamsboot.topology.runtime.TopologyStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class TopologyHealthTests {

    private final FakeTopology topology = new FakeTopology("delays");
    private final TopologyHealthIndicator indicator = new TopologyHealthIndicator(topology);

    @ParameterizedTest
    @CsvSource({
        "CREATED, OUT_OF_SERVICE",
        "STARTING, OUT_OF_SERVICE",
        "WAITING_FOR_TOPICS, OUT_OF_SERVICE",
        "REBALANCING, OUT_OF_SERVICE",
        "RESTORING, OUT_OF_SERVICE",
        "RUNNING, UP",
        "RESTARTING, DOWN",
        "QUARANTINED, DOWN",
        "STOPPING, OUT_OF_SERVICE",
        "STOPPED, OUT_OF_SERVICE"
    })
    void everyStateHasAStatus(TopologyState state, String status) {
        topology.set(FakeTopology.status(state, 1));
        assertThat(indicator.health().getStatus()).isEqualTo(new Status(status));
        assertThat(indicator.health().getDetails()).containsEntry("state", state.name());
    }

    @Test
    void rebalanceOfARunningGenerationIsNoOutageButThatOfTheNextOneIs() {
        topology.set(FakeTopology.status(TopologyState.REBALANCING, 1));
        indicator.running(1);
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
        topology.set(FakeTopology.status(TopologyState.REBALANCING, 2));
        assertThat(indicator.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    }

    @Test
    void detailsTellWhatIsMissingWhatFailedAndWhatIsRestored() {
        Instant at = Instant.EPOCH;
        topology.set(new TopologyStatus(
                TopologyState.RESTORING,
                at,
                3,
                2,
                new TopologyFailure("java.lang.IllegalStateException", "broken", "Repair it.", at, 2),
                at.plusSeconds(5),
                List.of("flights")));
        topology.set(new TopologyProgress(
                List.of(), List.of(new RestoreProgress("totals", "changelog", 1, 10, 110, 40)), Map.of()));
        Health health = indicator.health();
        assertThat(health.getDetails())
                .containsEntry("missingTopics", List.of("flights"))
                .containsEntry("nextStart", at.plusSeconds(5))
                .containsEntry("lastError", Map.of("message", "broken", "action", "Repair it.", "at", at))
                .containsEntry(
                        "restoring",
                        List.of(Map.of("store", "totals", "partition", 1, "restored", 40L, "total", 100L)));
    }

    @Test
    void deadLettersAreADetailAndNoFailure() {
        topology.set(FakeTopology.status(TopologyState.RUNNING, 1));
        assertThat(indicator.health().getDetails()).doesNotContainKey("deadLetters");
        topology.set(new DeadLetterCounts(
                List.of("delays.dead-letters"),
                List.of(
                        new DeadLetterCounts.Kind(Stage.DECODE, "A", 3, 0, 0),
                        new DeadLetterCounts.Kind(Stage.PROCESS, "B", 2, 4, 1)),
                0,
                0,
                "no room",
                Instant.EPOCH));
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
        assertThat(indicator.health().getDetails())
                .containsEntry(
                        "deadLetters",
                        Map.of(
                                "topics",
                                List.of("delays.dead-letters"),
                                "setAside",
                                5L,
                                "skipped",
                                4L,
                                "open",
                                0L,
                                "lastAt",
                                Instant.EPOCH,
                                "lastUnwritten",
                                "no room"));
    }

    @Test
    void contributorHasAnIndicatorForEachTopologyAndFollowsEvents() {
        runner().run(context -> {
            TopologiesHealthContributor contributor = context.getBean(TopologiesHealthContributor.class);
            assertThat(contributor.stream().map(entry -> entry.name())).containsExactly("delays");
            HealthIndicator delays = (HealthIndicator) contributor.getContributor("delays");
            assertThat(delays.health().getStatus()).isEqualTo(Status.UNKNOWN);
            assertThat(contributor.getContributor("other")).isNull();
            context.publishEvent(new TopologyStateChange(
                    "delays", TopologyState.REBALANCING, TopologyState.RUNNING, 1, null, Instant.EPOCH));
        });
    }

    @Test
    void thereIsNoneIfSwitchedOffOrThereAreNoTopologies() {
        runner().withPropertyValues("management.health.streams.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("streamsHealthContributor"));
        runner().withPropertyValues("streams.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("streamsHealthContributor"));
    }

    private static ApplicationContextRunner runner() {
        return Contexts.runner()
                .withConfiguration(AutoConfigurations.of(
                        HealthContributorAutoConfiguration.class, StreamsHealthContributorAutoConfiguration.class))
                .withBean("delays", TopologyDefinition.class, () -> builder -> builder.stream("in"));
    }
}
