package io.streamsboot.boot.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.test.process.JavaProcess;
import io.streamsboot.test.process.ProcessExtension;
import io.streamsboot.test.process.Processes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Three instances that are killed, stopped and frozen while they are asked: not one answer may be wrong. The short form is
 * part of the build; {@code -Dqueries.oracle=200000} asks that many questions with both group protocols, or with those of
 * {@code -Dqueries.oracle.protocols=streams}.
 */
@WithDevBroker(
        properties = {
            "group.min.session.timeout.ms=1000",
            "group.streams.min.session.timeout.ms=1000",
            "group.streams.min.heartbeat.interval.ms=100",
            "group.streams.session.timeout.ms=3000",
            "group.streams.heartbeat.interval.ms=500"
        })
@ExtendWith(ProcessExtension.class)
class QueryOracleIT {

    private static final List<String> PROTOCOLS = List.of(
            System.getProperty("queries.oracle.protocols", "classic,streams").split(","));
    private static final int QUESTIONS = Integer.getInteger("queries.oracle", 0);
    private static final int KEYS = 200;
    private static final int MOST_AT_ONE = QUESTIONS > 0 ? 8 : 2;
    private static final int ASKERS = 3 * MOST_AT_ONE;
    private static final int TIMEOUT_MILLIS = QUESTIONS > 0 ? 1_000 : 3_000;

    /** The short form leaves the processors to the tests beside it. */
    private static final long REST_NANOS = QUESTIONS > 0 ? 0 : 10_000_000;

    private static final Duration SESSION = Duration.ofSeconds(3);
    private static final Duration START = Duration.ofSeconds(90);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final LongAdder remote = new LongAdder();
    private final List<JavaProcess> instances = new ArrayList<>();
    private final Map<Integer, Integer> ports = new ConcurrentHashMap<>();
    private final AtomicIntegerArray asked = new AtomicIntegerArray(3);
    private final Map<String, LongAdder> reasons = new ConcurrentHashMap<>();
    private final Queue<String> story = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    @ParameterizedTest
    @ValueSource(strings = {"classic", "streams"})
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void noAnswerIsWrong(String protocol, DevBroker broker, Processes processes, @TempDir Path directory)
            throws Exception {
        Assumptions.assumeTrue(PROTOCOLS.contains(protocol), "left out");
        Assumptions.assumeTrue(QUESTIONS > 0 || protocol.equals("classic"), "part of the long form");
        broker.createTopic("counters-" + protocol, 6);
        instances.addAll(Stream.of(0, 1, 2)
                .map(i -> processes
                        .java(OracleApplication.class)
                        .args(arguments(broker, protocol, directory.resolve("state-" + i)))
                        .jvmArgs("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
                        .heap(220)
                        .readyWhenLine("^" + OracleApplication.READY))
                .parallel()
                .map(instance -> instance.start(START))
                .toList());
        for (int i = 0; i < instances.size(); i++) {
            up(i);
        }
        List<Thread> askers = new ArrayList<>();
        try (Oracle oracle =
                new Oracle(broker.bootstrapServers(), "counters-" + protocol, "oracle-" + protocol, KEYS)) {
            await().atMost(START).until(oracle::allCommitted);
            for (int i = 0; i < ASKERS; i++) {
                Random random = new Random(i);
                Thread asker = new Thread(() -> ask(oracle, random), "asker-" + i);
                asker.start();
                askers.add(asker);
            }
            do {
                disturb();
                report(protocol);
            } while (answered() < QUESTIONS);
        } finally {
            stopped = true;
            for (Thread asker : askers) {
                asker.join();
            }
            // Before their directories are deleted.
            instances.forEach(JavaProcess::close);
        }
        long total = report(protocol);
        assertThat(wrong).as(this::story).isEmpty();
        assertThat(answered()).isGreaterThan(total * 8 / 10);
        assertThat(remote.sum()).isPositive();
    }

    /** What happened to the instances, and what they said of their partitions. */
    private String story() {
        for (int i = 0; i < instances.size(); i++) {
            int instance = i;
            instances.get(i).output().stream()
                    .filter(line -> line.contains("INFO") || line.contains("WARN"))
                    .forEach(line -> story.add(line.replaceFirst("^(\\S+)", "$1 instance " + instance + ":")));
        }
        return story.stream().sorted().collect(Collectors.joining(System.lineSeparator()));
    }

    private void tell(String what, int instance) {
        story.add(OffsetDateTime.now(ZoneOffset.UTC) + " instance " + instance + " at port " + ports.get(instance) + " "
                + what);
    }

    private long report(String protocol) {
        long total = statuses.values().stream().mapToLong(LongAdder::sum).sum();
        System.out.printf(
                "%s: %d questions, by status (0: none) %s, %.1f %% answered, %d of them by another instance;"
                        + " not ready for %s; %d wrong%n",
                protocol, total, statuses, answered() * 100.0 / total, remote.sum(), reasons, wrong.size());
        return total;
    }

    private static String[] arguments(DevBroker broker, String protocol, Path state) {
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.application.name=app",
                "--spring.main.banner-mode=off",
                "--spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                "--server.port=0",
                "--" + OracleApplication.TOPIC + "=counters-" + protocol,
                "--streams.queries.server.host=localhost",
                "--streams.topologies.oracle.application-id=oracle-" + protocol,
                "--streams.state-directory=" + state,
                "--streams.commit-interval=100ms",
                "--streams.group-protocol=" + protocol,
                "--streams.properties[auto.offset.reset]=earliest",
                // At-least-once lets a process that stood still write old values behind those of its successor.
                "--streams.processing-guarantee=exactly-once",
                "--streams.properties[producer.transaction.timeout.ms]=" + SESSION.toMillis(),
                "--logging.level.root=warn",
                "--logging.level.org.apache.kafka.streams.processor.internals=info",
                "--logging.level.org.apache.kafka.clients.consumer.internals=info",
                "--management.endpoints.web.exposure.include=streamsstores"));
        if (protocol.equals("classic")) {
            arguments.add("--streams.session-timeout=" + SESSION.toMillis() + "ms");
            arguments.add("--streams.heartbeat-interval=500ms");
        } else {
            arguments.add("--streams.session-timeout=" + SESSION.toMillis() + "ms");
        }
        return arguments.toArray(String[]::new);
    }

    /** Instances that do not run are asked nothing, as behind a load balancer; those that stand still are. */
    private void up(int instance) {
        List<String> lines = instances.get(instance).output().stream()
                .filter(line -> line.startsWith(OracleApplication.READY))
                .toList();
        String port = lines.get(lines.size() - 1).substring(OracleApplication.READY.length());
        ports.put(instance, Integer.valueOf(port.trim()));
    }

    private void restart(int instance) {
        instances.get(instance).restart();
        up(instance);
        tell("runs again", instance);
    }

    /**
     * A kill; a freeze past the session, while the killed one comes back; and in the long form a stop. Once, only one
     * instance is left to answer.
     */
    private void disturb() throws InterruptedException {
        long before = remote.sum();
        await().atMost(START).until(() -> remote.sum() >= before + 200);
        pause(Duration.ofSeconds(QUESTIONS > 0 ? 5 : 0));
        tell("is killed", 0);
        ports.remove(0);
        instances.get(0).kill();
        pause(SESSION.plusSeconds(1));
        tell("stands still", 1);
        instances.get(1).pause();
        restart(0);
        pause(SESSION.plusSeconds(1));
        tell("goes on", 1);
        instances.get(1).resume();
        pause(Duration.ofSeconds(4));
        if (QUESTIONS > 0) {
            pause(Duration.ofSeconds(6));
            tell("is stopped", 2);
            ports.remove(2);
            instances.get(2).terminate(Duration.ofSeconds(20));
            restart(2);
            pause(Duration.ofSeconds(20));
        }
    }

    private static void pause(Duration time) throws InterruptedException {
        assertThat(new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS))
                .isFalse();
    }

    private long answered() {
        return count(200) + count(404);
    }

    private long count(int status) {
        LongAdder adder = statuses.get(status);
        return adder == null ? 0 : adder.sum();
    }

    private void ask(Oracle oracle, Random random) {
        while (!stopped) {
            int instance = random.nextInt(instances.size());
            Integer port = ports.get(instance);
            try {
                // One that stands still must not keep everybody from asking the others.
                if (asked.incrementAndGet(instance) <= MOST_AT_ONE && port != null) {
                    ask(oracle, random.nextInt(KEYS), port);
                    LockSupport.parkNanos(REST_NANOS);
                } else {
                    LockSupport.parkNanos(1_000_000);
                }
            } catch (IOException e) {
                count(statuses, 0);
            } catch (InterruptedException e) {
                return;
            } finally {
                asked.decrementAndGet(instance);
            }
        }
    }

    private void ask(Oracle oracle, int key, int port) throws IOException, InterruptedException {
        long atLeast = oracle.atLeast(key);
        OffsetDateTime sent = OffsetDateTime.now(ZoneOffset.UTC);
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + port + "/actuator/streamsstores/oracle/latest?key="
                                + Oracle.name(key) + "&timeout=" + TIMEOUT_MILLIS))
                .timeout(Duration.ofSeconds(15))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        judge(key, response, atLeast, oracle.atMost(key), port, sent);
    }

    private static <K> void count(Map<K, LongAdder> counts, K what) {
        counts.computeIfAbsent(what, any -> new LongAdder()).increment();
    }

    private void judge(
            int key, HttpResponse<String> response, long atLeast, long atMost, int port, OffsetDateTime sent) {
        count(statuses, response.statusCode());
        if (response.statusCode() == 404) {
            wrong.add(Oracle.name(key) + " absent, but " + atLeast + " was committed: " + response.body());
        } else if (response.statusCode() == 200) {
            JsonNode body = JsonMapper.shared().readTree(response.body());
            long value = body.path("value").asLong(-1);
            if (value < atLeast || value > atMost) {
                wrong.add("asked at " + sent + " of port " + port + ", answered at "
                        + OffsetDateTime.now(ZoneOffset.UTC) + ": " + Oracle.name(key) + " is " + value + ", not from "
                        + atLeast + " to " + atMost + ": " + response.body());
            }
            if (!body.path("instance").asString("").endsWith(":" + port)) {
                remote.increment();
            }
        } else if (response.statusCode() == 503) {
            count(
                    reasons,
                    JsonMapper.shared().readTree(response.body()).path("reason").asString(""));
        } else {
            wrong.add("status " + response.statusCode() + ": " + response.body());
        }
    }
}
