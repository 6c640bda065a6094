package io.streamsboot.topology.query.internal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyOptions;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeaseTests {

    private static final Set<String> CONSUMERS = Set.of("thread-1", "thread-2");

    private final AtomicLong clock = new AtomicLong(1);
    private volatile Set<String> members = Set.of();
    private Runnable asked = () -> {};
    private final Lease lease = new Lease(topology(), this::members, Runnable::run, clock::get);

    private Set<String> members() {
        asked.run();
        return members;
    }

    private static ManagedTopology topology() {
        TopologyOptions options = TopologyOptions.of(
                Map.of("application.id", "a", "bootstrap.servers", "localhost:1", "session.timeout.ms", 10_000));
        return (ManagedTopology) Proxy.newProxyInstance(
                LeaseTests.class.getClassLoader(),
                new Class<?>[] {ManagedTopology.class},
                (proxy, method, arguments) -> method.getName().equals("options") ? options : null);
    }

    /** Time goes by, and the process runs. */
    private void run(Duration time) {
        for (long left = time.toMillis(); left > 0; left -= 200) {
            clock.addAndGet(Duration.ofMillis(Math.min(200, left)).toNanos());
            lease.tick();
        }
    }

    private void standStill(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private void assertRefused() {
        assertThatExceptionOfType(Unanswered.class).isThrownBy(lease::check).withMessageContaining("PAUSED");
    }

    private void assertGranted() {
        assertThatCode(lease::check).doesNotThrowAnyException();
    }

    @Test
    void aShortPauseIsNone() {
        run(Duration.ofSeconds(30));
        standStill(Duration.ofSeconds(5));
        assertGranted();
    }

    @Test
    void timeAloneDoesNotEndAPause() {
        members = CONSUMERS;
        standStill(Duration.ofSeconds(7));
        assertRefused();
        run(Duration.ofHours(1));
        assertRefused();
    }

    @Test
    void membershipProvesNothingBeforeTheOldSessionHasEnded() {
        members = CONSUMERS;
        standStill(Duration.ofSeconds(7));
        lease.tick();
        run(Duration.ofSeconds(9));
        lease.proveIfDue(CONSUMERS);
        assertRefused();
        run(Duration.ofSeconds(2));
        lease.proveIfDue(CONSUMERS);
        assertGranted();
    }

    @Test
    void everyThreadHasToBeAMember() {
        members = Set.of("thread-1", "somebody-else");
        standStill(Duration.ofSeconds(7));
        lease.tick();
        run(Duration.ofSeconds(11));
        lease.proveIfDue(CONSUMERS);
        assertRefused();
        members = CONSUMERS;
        lease.proveIfDue(CONSUMERS);
        assertGranted();
    }

    @Test
    void theProofOfOnePauseDoesNotEndTheNext() {
        asked = () -> {
            standStill(Duration.ofSeconds(20));
            assertRefused();
        };
        members = CONSUMERS;
        standStill(Duration.ofSeconds(7));
        lease.tick();
        run(Duration.ofSeconds(11));
        lease.proveIfDue(CONSUMERS);
        assertRefused();
        asked = () -> {};
        run(Duration.ofSeconds(11));
        lease.proveIfDue(CONSUMERS);
        assertGranted();
    }
}
