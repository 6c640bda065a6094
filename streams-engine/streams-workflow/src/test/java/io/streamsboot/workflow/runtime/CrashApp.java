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
import io.streamsboot.workflow.options.WorkflowOptions;
import io.streamsboot.workflow.run.internal.Probe;
import io.streamsboot.workflow.run.internal.Probe.Point;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Workflows in a process that ends itself, or stands still, inside points of theirs: when each of them has a thread in each
 * point at the same time. The poll thread goes there last, so that there are records in all the others.
 *
 * <p>Arguments are {@code name=value}: servers, redis (a port), directory, name (of the process), workflows (ids like
 * {@code kafka-eos}; with {@code kafka-eos-buffer} the journal holds what is appended, which is where it stands still),
 * points (or none), hits (how often points of a run are passed before), then (kill, or wait until the file {@code go} is
 * there).
 *
 * <p>What becomes of runs is appended to the file {@code steps}: {@code <workflow> <what> <run id> <step>}, H when a handler
 * begins, S when a step is done, J when it is known to be recorded, and C when the run's outcome is.
 */
public final class CrashApp implements AutoCloseable {

    static final String HOT = "hot";

    /** What windows and polls go through, which come by less often than runs. */
    private static final Set<Point> SELDOM = EnumSet.of(Point.POLLED, Point.PRODUCED, Point.COMMITTED);

    private static final Set<Point> OF_STEPS = EnumSet.of(Point.STEP_DONE, Point.STEP_JOURNALED);

    private final Map<String, String> args = new HashMap<>();
    private final List<String> ids;
    private final Set<Point> points;
    private final Path directory;
    private final FileChannel log;
    private final CountDownLatch arrived;
    private final ThreadLocal<String> running = new ThreadLocal<>();
    private final Deque<Runnable> closing = new ArrayDeque<>();

    private CrashApp(String... given) throws IOException {
        for (String each : given) {
            int equals = each.indexOf('=');
            args.put(each.substring(0, equals), each.substring(equals + 1));
        }
        ids = List.of(args.get("workflows").split(","));
        points = EnumSet.noneOf(Point.class);
        if (args.containsKey("points")) {
            Arrays.stream(args.get("points").split(",")).map(Point::valueOf).forEach(points::add);
        }
        directory = Path.of(args.get("directory"));
        log = FileChannel.open(
                directory.resolve("steps"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.APPEND);
        arrived = new CountDownLatch(ids.size());
    }

    public static void main(String[] args) throws Exception {
        @SuppressWarnings("resource") // It ends with the process.
        CrashApp app = start(args);
        say("STARTED");
        app.arrived.await();
        say("ALL");
        if ("kill".equals(app.args.get("then"))) {
            new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start();
        }
        new CountDownLatch(1).await();
    }

    /** The same in this process. */
    static CrashApp start(String... args) throws IOException {
        CrashApp app = new CrashApp(args);
        app.ids.forEach(id -> app.workflows(id).start());
        return app;
    }

    @Override
    public void close() throws IOException {
        closing.forEach(Runnable::run);
        log.close();
    }

    private Workflows workflows(String id) {
        Workflows.Builder builder = Workflows.builder(clients())
                .workflow(WorkflowDefinition.builder(id)
                        .from("in-" + id, RecordCodec.string())
                        .to("out-" + id, RecordCodec.string())
                        .group("group-" + id)
                        .options(options -> options(id, options))
                        .handler((value, context) -> handle(id, value, context)))
                .probe(new Stop(id));
        if (isDurable(id)) {
            builder.journal(journal(id));
        }
        Workflows workflows = builder.build();
        closing.push(workflows::close);
        return workflows;
    }

    static boolean isDurable(String id) {
        return !id.startsWith("none");
    }

    private static WorkflowOptions options(String id, WorkflowOptions options) {
        return options.withDurable(isDurable(id))
                .withDelivery(id.contains("eos") ? Delivery.EXACTLY_ONCE : Delivery.AT_LEAST_ONCE);
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
        Journal journal = bareJournal(id);
        closing.push(journal::close);
        return id.endsWith("-buffer") && "wait".equals(args.get("then"))
                ? new BufferingJournal(journal, id, this::arrived, this::awaitGo)
                : journal;
    }

    private Journal bareJournal(String id) {
        if (id.startsWith("kafka")) {
            return new KafkaJournal(Map.of("bootstrap.servers", args.get("servers")));
        }
        if (id.startsWith("redis")) {
            RedisClient client = RedisClient.create("redis://127.0.0.1:" + args.get("redis"));
            closing.push(client::shutdown);
            return RedisJournal.of(client, RedisJournalOptions.DEFAULT);
        }
        return new MemoryJournal();
    }

    private String handle(String id, String value, WorkflowContext context) {
        String runId = context.runId();
        running.set(runId);
        write(id, 'H', runId, "");
        String result = value;
        for (String name : List.of("one", "two", "three")) {
            String before = result;
            result = context.step(name, String.class, () -> {
                write(id, 'S', runId, name);
                if (value.equals(HOT) && !points.isEmpty()) {
                    new CountDownLatch(1).await();
                }
                return before + "-" + name.charAt(0);
            });
            write(id, 'J', runId, name);
        }
        return result + "@" + context.step("process", () -> args.get("name"));
    }

    /** What the handler comes to, apart from the name of the process. */
    static String expected(String value) {
        return value + "-o-t-t";
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

    private void write(String id, char what, String runId, String step) {
        try {
            log.write(ByteBuffer.wrap(
                    (id + " " + what + " " + runId + " " + step + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void say(String line) {
        // The parent reads it.
        System.out.println(line);
    }

    /** Stops one thread of a workflow in each of the points. */
    private final class Stop implements Probe {

        private final String id;
        private final Map<Point, Integer> left = new EnumMap<>(Point.class);

        private Stop(String id) {
            this.id = id;
            int hits = Integer.parseInt(args.getOrDefault("hits", "1"));
            for (Point point : points) {
                if (isDurable(id) || !OF_STEPS.contains(point)) {
                    left.put(point, SELDOM.contains(point) ? 1 : hits);
                }
            }
        }

        @Override
        public void at(Point point, String detail) {
            if (point == Point.STEP_JOURNALED) {
                write(id, 'J', running.get(), detail);
            } else if (point == Point.COMPLETED) {
                write(id, 'C', detail, "");
            }
            if (OF_STEPS.contains(point) && !detail.equals("two")) {
                return;
            }
            if (isHere(point)) {
                awaitGo();
            }
        }

        private synchronized boolean isHere(Point point) {
            Integer before = left.get(point);
            if (before == null || (point == Point.POLLED && left.size() > 1)) {
                return false;
            }
            if (before > 1) {
                left.put(point, before - 1);
                return false;
            }
            left.remove(point);
            if (left.isEmpty()) {
                arrived(id);
            } else if (left.keySet().equals(Set.of(Point.POLLED))) {
                say("SEND " + id);
            }
            return true;
        }
    }
}
