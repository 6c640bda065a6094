package io.streamsboot.workflow.runtime;

import io.lettuce.core.RedisClient;
import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.WorkflowContext;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.MemoryJournal;
import io.streamsboot.workflow.journal.kafka.KafkaJournal;
import io.streamsboot.workflow.journal.redis.RedisJournal;
import io.streamsboot.workflow.journal.redis.RedisJournalOptions;
import io.streamsboot.workflow.options.Delivery;
import io.streamsboot.workflow.run.internal.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Workflows in a process that ends itself, or stands still, inside a point of theirs: when each of them has a thread there.
 *
 * <p>Arguments are {@code name=value}: servers, redis (a port), directory, name (of the process), workflows (ids like
 * {@code kafka-eos}), point (or none), hits (how often a point is passed before), then (kill, or wait until the file
 * {@code go} is there), buffer (whether the journals hold what is appended until then).
 *
 * <p>What steps do is appended to the file {@code steps}: {@code <workflow> <S or J> <run id> <step>}, S when one is
 * done and J when it is known to be recorded.
 */
public final class CrashApp {

    static final String HOT = "hot";

    private final Map<String, String> args = new HashMap<>();
    private final List<String> ids;
    private final Path directory;
    private final FileChannel log;
    private final CountDownLatch arrived;
    private final ThreadLocal<String> running = new ThreadLocal<>();

    private CrashApp(String... given) throws IOException {
        for (String each : given) {
            int equals = each.indexOf('=');
            args.put(each.substring(0, equals), each.substring(equals + 1));
        }
        ids = List.of(args.get("workflows").split(","));
        directory = Path.of(args.get("directory"));
        log = FileChannel.open(
                directory.resolve("steps"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.APPEND);
        arrived = new CountDownLatch(ids.size());
    }

    public static void main(String[] args) throws Exception {
        new CrashApp(args).run();
    }

    private void run() throws Exception {
        ids.forEach(id -> workflows(id).start());
        say("STARTED");
        arrived.await();
        say("ALL");
        if ("kill".equals(args.get("then"))) {
            new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start();
        }
        new CountDownLatch(1).await();
    }

    @SuppressWarnings("resource") // They end with the process.
    private Workflows workflows(String id) {
        Journal journal = journal(id);
        if ("true".equals(args.get("buffer"))) {
            journal = new BufferingJournal(journal, id, this::arrived, this::awaitGo);
        }
        return Workflows.builder(clients())
                .journal(journal)
                .workflow(WorkflowDefinition.builder(id)
                        .from("in-" + id, RecordCodec.string())
                        .to("out-" + id, RecordCodec.string())
                        .group("group-" + id)
                        .options(options -> options.withDelivery(
                                id.endsWith("eos") ? Delivery.EXACTLY_ONCE : Delivery.AT_LEAST_ONCE))
                        .handler((value, context) -> handle(id, value, context)))
                .probe(probe(id))
                .build();
    }

    private Map<String, Object> clients() {
        return Map.of(
                "bootstrap.servers",
                args.get("servers"),
                "session.timeout.ms",
                "1500",
                "heartbeat.interval.ms",
                "300",
                "transaction.timeout.ms",
                "1500");
    }

    private Journal journal(String id) {
        if (id.startsWith("kafka")) {
            return new KafkaJournal(Map.of("bootstrap.servers", args.get("servers")));
        }
        return id.startsWith("redis")
                ? RedisJournal.of(
                        RedisClient.create("redis://127.0.0.1:" + args.get("redis")), RedisJournalOptions.DEFAULT)
                : new MemoryJournal();
    }

    private String handle(String id, String value, WorkflowContext context) {
        String runId = context.runId();
        running.set(id + " J " + runId + " ");
        String result = value;
        for (String name : List.of("one", "two", "three")) {
            String before = result;
            result = context.step(name, String.class, () -> {
                write(id + " S " + runId + " " + name);
                if (value.equals(HOT) && args.get("point") != null) {
                    new CountDownLatch(1).await();
                }
                return before + "-" + name.charAt(0);
            });
            write(id + " J " + runId + " " + name);
        }
        return result + "@" + context.step("process", () -> args.get("name"));
    }

    /** What the handler comes to, apart from the name of the process. */
    static String expected(String value) {
        return value + "-o-t-t";
    }

    private Probe probe(String id) {
        AtomicInteger left = new AtomicInteger(Integer.parseInt(args.getOrDefault("hits", "1")));
        return (point, detail) -> {
            if (point == Probe.Point.STEP_JOURNALED) {
                write(running.get() + detail);
            }
            boolean step = point == Probe.Point.STEP_DONE || point == Probe.Point.STEP_JOURNALED;
            if (point.name().equals(args.get("point"))
                    && (!step || detail.equals("two"))
                    && left.decrementAndGet() == 0) {
                arrived(id);
                awaitGo();
            }
        };
    }

    private void arrived(String id) {
        say("AT " + id);
        arrived.countDown();
    }

    private void awaitGo() {
        Path go = directory.resolve("go");
        while (!Files.exists(go)) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    private void write(String line) {
        try {
            log.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void say(String line) {
        // The parent reads it.
        System.out.println(line);
    }
}
