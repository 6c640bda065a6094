package io.streamsboot.benchmarks.workflow;

import io.lettuce.core.RedisClient;
import io.streamsboot.benchmarks.harness.Comparison;
import io.streamsboot.benchmarks.harness.ComparisonResult;
import io.streamsboot.benchmarks.harness.Rounds;
import io.streamsboot.benchmarks.harness.Table;
import io.streamsboot.benchmarks.managed.BenchCluster;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.workflow.RecordHandler;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.MemoryJournal;
import io.streamsboot.workflow.journal.kafka.KafkaJournal;
import io.streamsboot.workflow.journal.redis.RedisJournal;
import io.streamsboot.workflow.journal.redis.RedisJournalOptions;
import io.streamsboot.workflow.options.Delivery;
import io.streamsboot.workflow.options.Order;
import io.streamsboot.workflow.options.WorkflowOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import redis.embedded.RedisServer;

/**
 * Compares workflows with loops and with each other, against a broker in this JVM and a Redis beside it. Arguments: the
 * beginning of the names of the comparisons to run, rounds, rounds of warm-up, records. {@code -Dredis.rewrite=0} leaves the
 * file of Redis to grow.
 */
final class Main {

    private static final int KEYS = 10_000;
    private static final int VALUE_BYTES = 200;

    private static final String REDIS = "journal in redis";
    private static final String KAFKA = "journal in kafka";
    private static final int LATENCY_SECONDS = 60;

    /** By how many percent Redis's file grows before it is written anew by another process; 0 for never. */
    private static final int REWRITE = Integer.getInteger("redis.rewrite", 100);

    /** What takes long is done with few records, and what nearly nothing is done about with many. */
    private static final int SLOW = 40;

    private final BenchCluster cluster;
    private final Supplier<Journal> redis;
    private final Supplier<Journal> kafka;
    private boolean filled;

    private Main(BenchCluster cluster, RedisClient client) {
        this.cluster = cluster;
        this.redis = () -> RedisJournal.of(client, RedisJournalOptions.DEFAULT);
        this.kafka = () -> new KafkaJournal(Map.of("bootstrap.servers", cluster.bootstrapServers()));
    }

    public static void main(String[] args) throws Exception {
        String only = args.length > 0 ? args[0] : "";
        Rounds rounds = new Rounds(
                args.length > 2 ? Integer.parseInt(args[2]) : 2, args.length > 1 ? Integer.parseInt(args[1]) : 5);
        run(only, rounds, args.length > 3 ? Long.parseLong(args[3]) : 300_000, System.out);
    }

    static List<ComparisonResult> run(String only, Rounds rounds, long records, PrintStream out) throws Exception {
        List<ComparisonResult> results = new ArrayList<>();
        Path directory = Files.createTempDirectory("workflow-benchmark");
        int port = freePort();
        RedisServer server = RedisServer.newRedisServer()
                .bind("127.0.0.1")
                .port(port)
                .setting("dir \"" + directory + "\"")
                .setting("save \"\"")
                .setting("appendonly yes")
                .setting("appendfsync everysec")
                .setting("auto-aof-rewrite-percentage " + REWRITE)
                .build();
        server.start();
        RedisClient client = RedisClient.create("redis://127.0.0.1:" + port);
        try (DevBroker broker = DevBroker.builder()
                        .property("log.segment.delete.delay.ms", "1000")
                        .start();
                BenchCluster cluster = new BenchCluster(broker.bootstrapServers())) {
            Main main = new Main(cluster, client);
            for (Comparison comparison : main.comparisons(only, records)) {
                results.add(comparison.run(rounds, out::println));
            }
            main.latencies(only, rounds, records, out);
        } finally {
            client.shutdown();
            server.stop();
        }
        out.println();
        out.println("Java " + Runtime.version());
        out.print(Table.markdown(results));
        return results;
    }

    /** Both deliveries with a step in Redis; as many times as there are rounds. */
    private void latencies(String only, Rounds rounds, long records, PrintStream out) throws Exception {
        if (!"latency".startsWith(only)) {
            return;
        }
        fillInput(records);
        out.println("| at half load | records/s | median ms | p99 ms | most ms |");
        out.println("| --- | --- | --- | --- | --- |");
        for (int round = 0; round < rounds.measured(); round++) {
            for (Delivery delivery : Delivery.values()) {
                String name = delivery.name().toLowerCase(Locale.ROOT).replace('_', '-');
                out.println(new Latency(
                                cluster,
                                quick(name, redis, 1, options -> options.withDelivery(delivery)),
                                rounds.warmup(),
                                LATENCY_SECONDS)
                        .measure());
            }
        }
    }

    private void fillInput(long records) {
        if (!filled) {
            filled = true;
            cluster.createTopic("in");
            cluster.fill("in", records, KEYS, VALUE_BYTES);
        }
    }

    private List<Comparison> comparisons(String only, long records) {
        List<Comparison> all = new ArrayList<>();
        if (Stream.of("throughput", "durable", REDIS, KAFKA).anyMatch(name -> name.startsWith(only))) {
            fillInput(records);
        }
        if ("throughput".startsWith(only)) {
            all.add(new Comparison(
                    "throughput",
                    List.of(
                            new BareLoop(cluster, "in"),
                            quick("not durable", MemoryJournal::new, 0, options -> options.withDurable(false)))));
        }
        if ("durable".startsWith(only)) {
            all.add(new Comparison(
                    "durable",
                    List.of(
                            quick("at-least-once", MemoryJournal::new, 1, options -> options),
                            quick(
                                    "exactly-once",
                                    MemoryJournal::new,
                                    1,
                                    options -> options.withDelivery(Delivery.EXACTLY_ONCE)))));
        }
        if (REDIS.startsWith(only)) {
            all.add(new Comparison(
                    REDIS,
                    List.of(
                            quick("1 step", redis, 1, options -> options),
                            quick("3 steps", redis, 3, options -> options),
                            quick("1 step, no order", redis, 1, Main::withoutOrder))));
        }
        if (KAFKA.startsWith(only)) {
            all.add(new Comparison(
                    KAFKA,
                    List.of(
                            quick("1 step", kafka, 1, options -> options),
                            quick("3 steps", kafka, 3, options -> options))));
        }
        if ("blocking".startsWith(only)) {
            cluster.createTopic("few");
            cluster.fill("few", Math.max(1, records / SLOW), KEYS, VALUE_BYTES);
            all.add(new Comparison(
                    "blocking",
                    List.of(
                            new ParallelConsumerContestant("parallel-consumer, 16 in flight", cluster, "few", 16),
                            slow("16 in flight", "few", 16),
                            slow("1,000 in flight", "few", 1_000))));
        }
        if ("zipf".startsWith(only)) {
            cluster.createTopic("zipf");
            cluster.fill("zipf", Math.max(1, records / SLOW), new Zipf(KEYS), VALUE_BYTES);
            all.add(new Comparison("zipf", List.of(slow("1,000 in flight", "zipf", 1_000))));
        }
        return all;
    }

    private static WorkflowOptions withoutOrder(WorkflowOptions options) {
        return options.withConcurrency(
                options.concurrency().withOrder(Order.NONE).withMaxConcurrency(4_096));
    }

    private WorkflowContestant quick(
            String name, Supplier<Journal> journals, int steps, UnaryOperator<WorkflowOptions> options) {
        RecordHandler<byte[]> handler = (value, context) -> {
            for (int i = 0; i < steps; i++) {
                context.step("step", String.class, () -> "done");
            }
            return value;
        };
        return new WorkflowContestant(
                name, cluster, "in", journals, same -> options.apply(inFlight(same, 1_024)), handler, true);
    }

    private WorkflowContestant slow(String name, String input, int inFlight) {
        return new WorkflowContestant(
                name,
                cluster,
                input,
                MemoryJournal::new,
                options -> inFlight(options, inFlight).withDurable(false),
                (value, context) -> {
                    BlockingWork.run();
                    return value;
                },
                false);
    }

    private static WorkflowOptions inFlight(WorkflowOptions options, int most) {
        return options.withConcurrency(options.concurrency().withMaxConcurrency(most));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
