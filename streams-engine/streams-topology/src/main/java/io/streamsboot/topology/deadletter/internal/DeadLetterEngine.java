package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.failure.Failure;
import io.streamsboot.core.failure.FailureAction;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import io.streamsboot.topology.deadletter.SourceSerdes;
import io.streamsboot.topology.graph.TopologyGraph;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the handlers and interceptors of one topology share, over all its generations. Kafka makes them by their classes,
 * and they find this in the configuration. Thread-safe.
 */
public final class DeadLetterEngine {

    /** Name under which the configuration carries the engine. */
    public static final String CONFIG = "streams.boot.dead.letters";

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterEngine.class);

    /** Below Kafka's own delivery timeout, so that a write which is given up was given up by the producer before. */
    private static final Duration WRITE_PATIENCE = Duration.ofSeconds(150);

    private final String topology;
    private final String application;
    private final DeadLetterOptions options;
    private final DeadLetterWiring wiring;
    private final Sources sources = new Sources();
    private final SerdeBook serdes = new SerdeBook();
    private final SendFailures sendFailures = new SendFailures();
    private final Map<Thread, ThreadState> threads = new ConcurrentHashMap<>();
    private final Refusals refusals;
    private final TopicBook topics;
    private final LetterFactory letters;
    private final Tally tally;
    private final Judge judge;
    private final DuplicateLetters duplicates;
    private final SourceReader reader;
    private final DirectWriter writer;
    private final TopicLookup lookup;
    private volatile NodeRoles roles = NodeRoles.NONE;
    private volatile CountDownLatch closing = new CountDownLatch(1);

    /**
     * An engine.
     *
     * @param topology name of the topology
     * @param application application id
     * @param options what it does
     * @param config configuration of Kafka Streams
     * @param clock tells the time
     */
    public DeadLetterEngine(
            String topology, String application, DeadLetterOptions options, Map<String, Object> config, Clock clock) {
        this.topology = topology;
        this.application = application;
        this.options = options;
        this.wiring = new DeadLetterWiring(config, options);
        this.refusals = new Refusals(clock);
        this.topics = new TopicBook(options.topic(), application, topology);
        this.letters = new LetterFactory(application, topology, options.limits(), topics, clock);
        this.tally = new Tally(clock);
        this.judge = new Judge(options, sendFailures, tally, clock);
        String client = application + "-dead-letters";
        this.duplicates = new DuplicateLetters(
                () -> Clients.consumer(config, client + "-lookup", true), application, topics, sources);
        this.reader = new SourceReader(() -> Clients.consumer(config, client + "-source", wiring.isExactlyOnce()));
        this.writer = new DirectWriter(() -> Clients.producer(config, client), WRITE_PATIENCE);
        this.lookup = new TopicLookup(() -> Clients.admin(config, client), topics);
    }

    static @Nullable DeadLetterEngine in(Map<String, ?> configs) {
        return configs.get(CONFIG) instanceof DeadLetterEngine engine ? engine : null;
    }

    // ---- life ----

    /**
     * Learns what the topology looks like.
     *
     * @param graph the topology
     * @param wrapped whether our wrapper sees all its processors
     */
    public void bind(TopologyGraph graph, boolean wrapped) {
        roles = NodeRoles.of(graph, wrapped);
        sources.keep(roles.keptTopics(application), roles.keptPatterns());
        new LoopGuard(topology, options, topics).check(graph);
    }

    /**
     * Prepares a start: topics are created, and what they take is asked for.
     *
     * @param admin a client
     * @param graph the topology
     * @throws ExecutionException if the cluster refuses or does not answer
     * @throws InterruptedException if the thread is interrupted
     */
    public void prepare(Admin admin, TopologyGraph graph) throws ExecutionException, InterruptedException {
        if (options.enabled()) {
            duplicates.begin(new TopicPreparation(topology, options.topic(), topics, admin)
                    .prepare(graph, wiring.maxRequestSize()));
        }
    }

    /**
     * The configuration of a client that is about to be made.
     *
     * @param config the topology's configuration
     * @return the configuration, with handlers and interceptors
     */
    public Map<String, Object> open(Map<String, Object> config) {
        sources.clear();
        sendFailures.clear();
        threads.clear();
        closing = new CountDownLatch(1);
        return wiring.wire(config, this, topics.producerMaxBytes());
    }

    /** Ends what waits, because the client is about to close. */
    public void closing() {
        closing.countDown();
    }

    /** Closes what is open, after the client is closed. */
    public void close() {
        reader.close();
        writer.close();
        sources.clear();
        threads.clear();
    }

    /**
     * What is off.
     *
     * @return texts, empty if nothing is
     */
    public List<String> limitations() {
        return wiring.limitations();
    }

    /**
     * What it did.
     *
     * @return counts from memory
     */
    public DeadLetterCounts counts() {
        return options.enabled() ? tally.snapshot(topics.deadLetters()) : DeadLetterCounts.NONE;
    }

    /**
     * Says who is told of each kind of failure when it first comes.
     *
     * @param listener gets stage and class name, as in {@link #counts}, on the thread that failed
     */
    public void onNewKind(BiConsumer<Stage, String> listener) {
        tally.onNewKind(listener);
    }

    /**
     * How the topology reads a topic.
     *
     * @param topic the topic
     * @return its serdes, as far as they are known
     */
    public SourceSerdes serdes(String topic) {
        return serdes.of(topic);
    }

    /** Whether failures in user code are ours to handle. */
    public boolean handlesProcessing() {
        return wiring.handlesProcessing();
    }

    // ---- parts ----

    String topology() {
        return topology;
    }

    String application() {
        return application;
    }

    DeadLetterOptions options() {
        return options;
    }

    DeadLetterWiring wiring() {
        return wiring;
    }

    Sources sources() {
        return sources;
    }

    SerdeBook serdes() {
        return serdes;
    }

    SendFailures sendFailures() {
        return sendFailures;
    }

    Refusals refusals() {
        return refusals;
    }

    TopicBook topics() {
        return topics;
    }

    TopicLookup lookup() {
        return lookup;
    }

    LetterFactory letters() {
        return letters;
    }

    Tally tally() {
        return tally;
    }

    Judge judge() {
        return judge;
    }

    DuplicateLetters duplicates() {
        return duplicates;
    }

    SourceReader reader() {
        return reader;
    }

    NodeRoles roles() {
        return roles;
    }

    ThreadState thread() {
        return threads.computeIfAbsent(Thread.currentThread(), ThreadState::new);
    }

    @Nullable ThreadState knownThread() {
        return threads.get(Thread.currentThread());
    }

    FailureAction classify(Failure failure) {
        return judge.classify(failure);
    }

    /**
     * Waits, unless the client is about to close.
     *
     * @return whether it is
     */
    boolean pause(Duration time) {
        try {
            return closing.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    ProducerRecord<byte[], byte[]> encode(DeadLetter letter) {
        return letters.encode(letter);
    }

    /**
     * Writes a dead letter with a producer of our own.
     *
     * @return whether the broker has acknowledged it
     */
    boolean write(DeadLetter letter) {
        try {
            writer.write(encode(letter));
            return true;
        } catch (KafkaException e) {
            unwritten(e);
            return false;
        }
    }

    void unwritten(Throwable why) {
        tally.unwritten(String.valueOf(why));
        LOG.error(
                "Topology '{}': a dead letter could not be written; its record is not lost, its offset stays uncommitted"
                        + " and the topology fails",
                topology,
                why);
    }
}
