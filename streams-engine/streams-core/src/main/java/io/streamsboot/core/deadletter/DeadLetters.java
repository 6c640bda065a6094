package io.streamsboot.core.deadletter;

import io.streamsboot.core.deadletter.internal.EndWatch;
import io.streamsboot.core.deadletter.internal.LetterClients;
import io.streamsboot.core.deadletter.internal.TopicDesk;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program's way to dead letters: count them, look at them, replay them, give them up. It only touches topics that are
 * known to hold dead letters. Replaying is exactly once: a record and the mark on its dead letter are written together.
 * Thread-safe.
 *
 * <pre>{@code
 * try (DeadLetters letters = DeadLetters.open(Map.of("bootstrap.servers", servers), () -> Set.of("orders.dead-letters"))) {
 *     DeadLetterPage page = letters.browse("orders.dead-letters", DeadLetterFilter.ALL, false, null, 50);
 *     letters.submit(DeadLetterRequest.replay("fix-1", "orders.dead-letters", Selection.ALL));
 * }
 * }</pre>
 */
public final class DeadLetters implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);
    private static final int MOST_ENTRIES = 1_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private final LetterClients clients;
    private final Supplier<Set<String>> topics;
    private final Consumer<DeadLetterProgress> audit;
    private final Clock clock;
    private final Map<String, TopicDesk> desks = new ConcurrentHashMap<>();
    private final ExecutorService workers = Executors.newCachedThreadPool(daemon("streams-dead-letters"));
    private final ScheduledExecutorService scanner =
            Executors.newSingleThreadScheduledExecutor(daemon("streams-dead-letters-scan"));
    private final EndWatch watch;
    private final Map<String, String> counted = new ConcurrentHashMap<>();
    private @Nullable Future<?> schedule;

    private DeadLetters(
            LetterClients clients, Supplier<Set<String>> topics, Consumer<DeadLetterProgress> audit, Clock clock) {
        this.clients = clients;
        this.watch = new EndWatch(clients);
        this.topics = topics;
        this.audit = audit;
        this.clock = clock;
    }

    /**
     * Opens dead letters. Does nothing before it is asked to.
     *
     * @param config servers and security for all clients, by Kafka's names
     * @param topics tells which topics hold dead letters now
     * @return new dead letters, to be closed
     */
    public static DeadLetters open(Map<String, Object> config, Supplier<Set<String>> topics) {
        return open(config, topics, ended -> {});
    }

    /**
     * Opens dead letters. Does nothing before it is asked to.
     *
     * @param config servers and security for all clients, by Kafka's names
     * @param topics tells which topics hold dead letters now
     * @param audit told of every request that ends, on the thread that worked on it
     * @return new dead letters, to be closed
     */
    public static DeadLetters open(
            Map<String, Object> config, Supplier<Set<String>> topics, Consumer<DeadLetterProgress> audit) {
        return new DeadLetters(new LetterClients(config), topics, audit, Clock.systemUTC());
    }

    /**
     * The topics that hold dead letters.
     *
     * @return their names, in alphabetical order
     */
    public Set<String> topics() {
        return new TreeSet<>(topics.get());
    }

    /**
     * Counts all topics again and again, on a thread of its own, as far as they have changed.
     *
     * @param interval time between two counts
     * @param when whether there is something to count now; nothing is asked of the cluster otherwise
     */
    public synchronized void start(Duration interval, BooleanSupplier when) {
        if (schedule == null) {
            Runnable count = () -> {
                if (when.getAsBoolean()) {
                    countChanged();
                }
            };
            schedule = scanner.scheduleWithFixedDelay(
                    count, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Ends what {@link #start} began, and closes the client that was used for it. */
    public synchronized void rest() {
        if (schedule != null) {
            schedule.cancel(true);
            schedule = null;
        }
        watch.close();
    }

    /**
     * Counts all topics once, as far as they have changed, and waits for that a while.
     *
     * @param patience how long to wait; the count goes on if it takes longer
     * @return whether all is counted up to now
     */
    public boolean refresh(Duration patience) {
        try {
            return scanner.submit(this::countChanged).get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException | RejectedExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean countChanged() {
        try {
            Set<String> names = topics();
            if (names.isEmpty()) {
                return true;
            }
            watch.look(names).forEach((topic, bounds) -> {
                if (!bounds.equals(counted.get(topic))) {
                    scan(topic);
                    counted.put(topic, bounds);
                }
            });
            return true;
        } catch (ExecutionException | RuntimeException e) {
            LOG.debug("Dead letters could not be counted", e);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Counts one topic now, from where the last count ended, and blocks until that is done.
     *
     * @param topic the topic
     * @return what is in it; null if it is not one of dead letters
     * @throws DeadLetterException if the topic gives nothing
     */
    public @Nullable DeadLetterSummary scan(String topic) {
        TopicDesk desk = desk(topic);
        if (desk == null) {
            return null;
        }
        desk.scan();
        return desk.summary();
    }

    /**
     * What was counted last, from memory.
     *
     * @return summaries of the topics that were counted at least once
     */
    public List<DeadLetterSummary> summaries() {
        List<DeadLetterSummary> summaries = new ArrayList<>();
        for (String topic : topics()) {
            TopicDesk desk = desks.get(topic);
            DeadLetterSummary summary = desk == null ? null : desk.summary();
            if (summary != null) {
                summaries.add(summary);
            }
        }
        return summaries;
    }

    /**
     * Looks at dead letters. Blocks while the topic is read.
     *
     * @param topic the topic
     * @param filter which of them
     * @param all whether those are included that were replayed or purged
     * @param cursor cursor of the page before, or null for the first page
     * @param limit most entries, 1 to 1,000
     * @return a page; null if the topic is not one of dead letters
     * @throws DeadLetterException if the cursor is none, or the topic gives nothing
     */
    public @Nullable DeadLetterPage browse(
            String topic, DeadLetterFilter filter, boolean all, @Nullable String cursor, int limit) {
        if (limit < 1 || limit > MOST_ENTRIES) {
            throw new DeadLetterException(
                    "A page has 1 to " + MOST_ENTRIES + " entries, not " + limit + ".",
                    "Ask for fewer, page by page.",
                    null);
        }
        TopicDesk desk = desk(topic);
        return desk == null ? null : desk.page(filter, all, cursor, limit);
    }

    /**
     * Replays or purges, on a thread of its own. A request whose id is known is not begun anew while it is at work or
     * when it is done; one that was stopped or failed goes on.
     *
     * @param request the request
     * @return how far it is; null if its topic is not one of dead letters
     * @throws DeadLetterException if another request is at work on the topic
     */
    public @Nullable DeadLetterProgress submit(DeadLetterRequest request) {
        TopicDesk desk = desk(request.topic());
        return desk == null ? null : desk.submit(request, workers, audit);
    }

    /**
     * How far a request is: from memory, or how it ended, as it is kept beside the dead letters, if another instance or an
     * earlier life of this one worked on it. Blocks in the latter case.
     *
     * @param topic topic of the dead letters
     * @param requestId id of the request
     * @return its progress; null if it is not known
     */
    public @Nullable DeadLetterProgress progress(String topic, String requestId) {
        TopicDesk desk = desk(topic);
        return desk == null ? null : desk.progress(requestId);
    }

    /**
     * Stops what is at work, after the batch that is under way.
     *
     * @param topic topic of the dead letters
     * @param requestId id of the request, or null for whatever is at work
     * @return whether something was
     */
    public boolean stop(String topic, @Nullable String requestId) {
        TopicDesk desk = desks.get(topic);
        return desk != null && desk.stop(requestId);
    }

    private @Nullable TopicDesk desk(String topic) {
        return topics.get().contains(topic)
                ? desks.computeIfAbsent(topic, name -> new TopicDesk(clients, name, clock))
                : null;
    }

    /** Stops what is at work and waits a while for its end. */
    @Override
    public synchronized void close() {
        rest();
        scanner.shutdownNow();
        desks.values().forEach(desk -> desk.stop(null));
        workers.shutdown();
        try {
            if (!workers.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
