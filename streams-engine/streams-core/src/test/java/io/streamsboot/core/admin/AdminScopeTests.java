package io.streamsboot.core.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminScopeTests {

    @AfterEach
    void forgetInterruption() {
        Thread.interrupted();
    }

    @Test
    void callsThatAreNotAnsweredDoNotHoldTheEnd() {
        Set<Thread> before = clientThreads();
        try (AdminScope scope = unreachable()) {
            scope.admin().describeTopics(List.of("nowhere"));
            assertThat(clientThreads()).hasSizeGreaterThan(before.size());
        }
        assertThat(before).containsAll(clientThreads());
    }

    @Test
    void threadHasEndedAlsoForWhoeverWasInterrupted() {
        Set<Thread> before = clientThreads();
        try (AdminScope scope = unreachable()) {
            scope.admin().describeTopics(List.of("nowhere"));
            Thread.currentThread().interrupt();
        }
        assertThat(before).containsAll(clientThreads());
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    private static AdminScope unreachable() {
        return AdminScope.open(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1"));
    }

    private static Set<Thread> clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("kafka-admin-client-thread"))
                .collect(Collectors.toSet());
    }
}
