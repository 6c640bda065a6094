package io.streamsboot.pipeline.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.pipeline.Pipeline;
import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.StageCounters;
import io.streamsboot.topology.runtime.TopologyFailure;
import io.streamsboot.topology.runtime.TopologyState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a host hears of a build, and when a build is stopped. */
class BuildMonitorTests {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final FakeHost host = new FakeHost("late", Definitions.late());
    private final FakeTopology topology = new FakeTopology();
    private final HostedPipeline pipeline = Pipelines.load(
                    List.of(host), definition -> definition, new PipelineCompiler(), List.of("kafka:9092"))
            .find("late");

    @Test
    void aHeartbeatComesInItsInterval() {
        BuildMonitor monitor = monitor(null);
        topology.state = TopologyState.RUNNING;
        for (int second = 0; second <= 11; second++) {
            monitor.tick(START.plusSeconds(second));
        }
        assertThat(host.records)
                .extracting(BuildRecord::at)
                .containsExactly(START, START.plusSeconds(5), START.plusSeconds(10));
        assertThat(host.heartbeats).hasValue(3);
        assertThat(host.records).allSatisfy(record -> {
            assertThat(record.build()).isEqualTo(pipeline.build());
            assertThat(record.status()).isEqualTo(BuildStatus.RUNNING);
        });
    }

    @Test
    void aChangeIsToldAtOnceAndAnEndOnce() {
        BuildMonitor monitor = monitor(null);
        monitor.tick(START);
        topology.state = TopologyState.RUNNING;
        monitor.tick(START.plusMillis(10));
        topology.state = TopologyState.QUARANTINED;
        topology.failure = new TopologyFailure("E", "broken", null, START, 1);
        monitor.tick(START.plusMillis(20));
        monitor.tick(START.plusSeconds(20));
        monitor.end(START.plusSeconds(30));

        assertThat(host.records)
                .extracting(BuildRecord::status)
                .containsExactly(BuildStatus.STARTING, BuildStatus.RUNNING, BuildStatus.FAILED);
        assertThat(host.records.stream()
                        .reduce((first, second) -> second)
                        .orElseThrow()
                        .failure())
                .isEqualTo("broken");
        assertThat(host.heartbeats).as("none for what has failed").hasValue(2);
    }

    @Test
    void countsAreThoseOfThePipelineAsAWhole() {
        BuildMonitor monitor = monitor(null);
        Pipeline compiled = pipeline.pipeline();
        StageCounters late = compiled.counters().get("late");
        StageCounters board = compiled.counters().get("board");
        for (int i = 0; i < 10; i++) {
            late.consume();
        }
        late.drop();
        late.emit(4);
        for (int i = 0; i < 4; i++) {
            board.consume();
            board.emit(1);
        }
        board.advance(0, 86_400_000);
        board.advance(1, 90_000_000);
        topology.lag = 7;

        BuildRecord record = monitor.record(START);
        assertThat(record.counts()).isEqualTo(new BuildRecord.Counts(10, 4, 1, 0, 0, 0));
        assertThat(record.progress()).isEqualTo(new BuildRecord.Progress(Instant.parse("1970-01-02T00:00:00Z"), 7L));
        assertThat(record.toMap())
                .containsEntry("id", pipeline.build())
                .containsEntry("kind", "stream")
                .containsEntry("status", "STARTING")
                .containsEntry("consumed", 10L)
                .containsEntry("watermark", "1970-01-02T00:00:00Z")
                .containsEntry("lag", 7L)
                .containsEntry("at", "2026-01-01T00:00:00Z");
    }

    @Test
    void stopStopsTheTopology() {
        BuildMonitor monitor = monitor(null);
        topology.state = TopologyState.RUNNING;
        host.signal = BuildSignal.STOP;
        monitor.tick(START);
        assertThat(topology.state).isEqualTo(TopologyState.STOPPED);
        monitor.tick(START.plusSeconds(1));
        assertThat(host.records)
                .extracting(BuildRecord::status)
                .containsExactly(BuildStatus.RUNNING, BuildStatus.STOPPED);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aHostThatIsAwayStopsNothing(boolean throwing) {
        BuildMonitor monitor = monitor(null);
        topology.state = TopologyState.RUNNING;
        host.failure = throwing ? new IllegalStateException("away") : null;
        host.signal = BuildSignal.CONTINUE_UNREACHABLE;
        for (int second = 0; second <= 20; second++) {
            monitor.tick(START.plusSeconds(second));
        }
        assertThat(topology.state).isEqualTo(TopologyState.RUNNING);
        host.failure = null;
        host.signal = BuildSignal.CONTINUE;
        monitor.tick(START.plusSeconds(26));
        assertThat(host.records)
                .last()
                .satisfies(record -> assertThat(record.at()).isEqualTo(START.plusSeconds(26)));
    }

    @Test
    void whatIsIdleForLongEnoughIsStopped() {
        BuildMonitor monitor = monitor(Duration.ofSeconds(10));
        topology.state = TopologyState.RUNNING;
        monitor.tick(START);
        pipeline.pipeline().counters().get("late").consume();
        monitor.tick(START.plusSeconds(9));
        topology.lag = 1;
        monitor.tick(START.plusSeconds(18));
        topology.lag = 0;
        monitor.tick(START.plusSeconds(27));
        assertThat(topology.state).isEqualTo(TopologyState.RUNNING);
        monitor.tick(START.plusSeconds(29));
        assertThat(topology.state).isEqualTo(TopologyState.STOPPED);
    }

    @ParameterizedTest
    @CsvSource({
        "CREATED, true, STARTING",
        "CREATED, false, STOPPED",
        "STARTING, true, STARTING",
        "WAITING_FOR_TOPICS, true, STARTING",
        "REBALANCING, true, STARTING",
        "RESTORING, true, STARTING",
        "RESTARTING, true, STARTING",
        "RUNNING, true, RUNNING",
        "STOPPING, true, RUNNING",
        "STOPPED, true, STOPPED",
        "QUARANTINED, true, FAILED"
    })
    void statusFollowsTheTopology(TopologyState state, boolean autoStartup, BuildStatus status) {
        assertThat(BuildStatus.of(state, autoStartup)).isEqualTo(status);
    }

    private BuildMonitor monitor(Duration stopWhenIdle) {
        return new BuildMonitor(
                pipeline,
                topology,
                new BuildOptions(Duration.ofSeconds(5), stopWhenIdle),
                ended -> ended.stop(Duration.ofSeconds(1)));
    }
}
