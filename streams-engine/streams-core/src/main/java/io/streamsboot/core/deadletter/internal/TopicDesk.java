package io.streamsboot.core.deadletter.internal;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Position;
import io.streamsboot.core.deadletter.DeadLetterException;
import io.streamsboot.core.deadletter.DeadLetterFilter;
import io.streamsboot.core.deadletter.DeadLetterPage;
import io.streamsboot.core.deadletter.DeadLetterPage.Entry;
import io.streamsboot.core.deadletter.DeadLetterProgress;
import io.streamsboot.core.deadletter.DeadLetterProgress.State;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import io.streamsboot.core.deadletter.DeadLetterSummary;
import io.streamsboot.core.deadletter.Envelope;
import io.streamsboot.core.deadletter.Mark;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Everything about one topic of dead letters. Thread-safe. */
public final class TopicDesk {

    private static final int MOST_REQUESTS = 100;

    private final LetterClients clients;
    private final String topic;
    private final Clock clock;
    private final MarkLog marks;
    private final TopicCount count;
    private final Map<String, RequestRun> runs = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RequestRun> eldest) {
            return size() > MOST_REQUESTS;
        }
    };

    /**
     * A desk.
     *
     * @param clients makes clients
     * @param topic the topic
     * @param clock tells the time
     */
    public TopicDesk(LetterClients clients, String topic, Clock clock) {
        this.clients = clients;
        this.topic = topic;
        this.clock = clock;
        this.marks = new MarkLog(clients, topic);
        this.count = new TopicCount(clients, topic, marks);
    }

    /**
     * What the last scan counted.
     *
     * @return the summary, or null before the first scan
     */
    public @Nullable DeadLetterSummary summary() {
        return count.summary();
    }

    /** Counts what was added since the last scan. */
    public void scan() {
        marks.refresh();
        count.scan();
    }

    /**
     * Reads a page.
     *
     * @param filter which dead letters
     * @param all whether those are included that were dealt with
     * @param cursor where to begin, or null
     * @param limit most entries
     * @return the page
     */
    public DeadLetterPage page(DeadLetterFilter filter, boolean all, @Nullable String cursor, int limit) {
        marks.refresh();
        List<Entry> entries = new ArrayList<>();
        Position begin = parse(cursor);
        try (LetterReader reader = new LetterReader(clients, topic)) {
            List<TopicPartition> partitions = reader.partitions();
            Map<TopicPartition, Long> begins = reader.begins(partitions);
            Map<TopicPartition, Long> ends = reader.ends(partitions);
            for (TopicPartition partition : partitions) {
                if (partition.partition() < begin.partition()) {
                    continue;
                }
                long from = begins.getOrDefault(partition, 0L);
                if (partition.partition() == begin.partition()) {
                    from = Math.max(from, begin.offset());
                }
                long end = ends.getOrDefault(partition, 0L);
                long next = reader.read(partition, from, end, record -> {
                    DeadLetter letter = Envelope.decode(record);
                    Position position = letter == null ? null : letter.position();
                    if (letter != null && position != null && filter.matches(letter)) {
                        Mark mark = marks.markOf(position);
                        if (all || mark == null) {
                            entries.add(new Entry(letter, mark));
                        }
                    }
                    return entries.size() < limit;
                });
                if (entries.size() >= limit) {
                    return new DeadLetterPage(entries, partition.partition() + ":" + next);
                }
            }
        }
        return new DeadLetterPage(entries, null);
    }

    private Position parse(@Nullable String cursor) {
        if (cursor == null) {
            return new Position(topic, 0, 0);
        }
        int colon = cursor.indexOf(':');
        try {
            return new Position(
                    topic,
                    Integer.parseInt(cursor.substring(0, Math.max(0, colon))),
                    Long.parseLong(cursor.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new DeadLetterException(
                    "'" + cursor + "' is no cursor.", "Take the one that came with the last page, or none.", e);
        }
    }

    /**
     * Begins a request, or finds it again.
     *
     * @param request the request
     * @param executor runs it
     * @param audit gets its end
     * @return how far it is
     */
    public DeadLetterProgress submit(DeadLetterRequest request, Executor executor, Consumer<DeadLetterProgress> audit) {
        RequestRun run;
        synchronized (runs) {
            RequestRun known = runs.get(request.requestId());
            if (known != null) {
                DeadLetterProgress progress = known.progress();
                boolean rehearsed =
                        progress.request().pace().dryRun() && !request.pace().dryRun();
                if (progress.state() == State.RUNNING || (progress.state() == State.DONE && !rehearsed)) {
                    return progress;
                }
            }
            for (RequestRun other : runs.values()) {
                if (other.progress().state() == State.RUNNING) {
                    throw new DeadLetterException(
                            "Request '" + other.progress().request().requestId()
                                    + "' is at work on the dead letters of topic " + topic + ".",
                            "Wait for its end, or stop it.",
                            null);
                }
            }
            run = new RequestRun(clients, request, marks, clock, audit);
            runs.put(request.requestId(), run);
        }
        executor.execute(run);
        return run.progress();
    }

    /**
     * How far a request is.
     *
     * @param requestId its id
     * @return its progress, or null if it is not known
     */
    public @Nullable DeadLetterProgress progress(String requestId) {
        synchronized (runs) {
            RequestRun run = runs.get(requestId);
            if (run != null) {
                return run.progress();
            }
        }
        marks.refresh();
        MarkLog.Saved saved = marks.saved(requestId);
        return saved == null ? null : saved.progress(topic, requestId);
    }

    /**
     * Stops a request, or all.
     *
     * @param requestId its id, or null for all
     * @return whether there was one at work
     */
    public boolean stop(@Nullable String requestId) {
        boolean any = false;
        synchronized (runs) {
            for (RequestRun run : runs.values()) {
                DeadLetterProgress progress = run.progress();
                if (progress.state() == State.RUNNING
                        && (requestId == null
                                || requestId.equals(progress.request().requestId()))) {
                    run.stop();
                    any = true;
                }
            }
        }
        return any;
    }
}
