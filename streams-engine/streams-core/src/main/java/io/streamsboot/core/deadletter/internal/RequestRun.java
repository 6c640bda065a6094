package io.streamsboot.core.deadletter.internal;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Origin;
import io.streamsboot.core.deadletter.DeadLetter.Position;
import io.streamsboot.core.deadletter.DeadLetterAction;
import io.streamsboot.core.deadletter.DeadLetterProgress;
import io.streamsboot.core.deadletter.DeadLetterProgress.Counts;
import io.streamsboot.core.deadletter.DeadLetterProgress.State;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import io.streamsboot.core.deadletter.Envelope;
import io.streamsboot.core.deadletter.Mark;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request at work. A record and the mark on its dead letter are written in one transaction, and the transactional id
 * belongs to the topic of dead letters: whoever works on a topic fences who did before, so that nothing is sent twice by
 * two of them. Used by one thread; {@link #stop} and {@link #progress} by any.
 */
final class RequestRun implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(RequestRun.class);
    private static final int BATCH = 200;
    private static final long BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final LetterClients clients;
    private final DeadLetterRequest request;
    private final MarkLog marks;
    private final Clock clock;
    private final Consumer<DeadLetterProgress> audit;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Map<String, Long> targets = new TreeMap<>();
    private final Set<String> sentOrigins = new HashSet<>();
    private final List<Step> batch = new ArrayList<>();
    private volatile DeadLetterProgress progress;

    private Counts before = Counts.NONE;
    private long matched;
    private long done;
    private long duplicates;
    private long failed;
    private @Nullable String message;
    private long batchBegin;
    private long nextSend;

    /** A dead letter and what is to be written for it. */
    private record Step(
            Position position, @Nullable ProducerRecord<byte[], byte[]> record, Mark mark, boolean duplicate) {}

    RequestRun(
            LetterClients clients,
            DeadLetterRequest request,
            MarkLog marks,
            Clock clock,
            Consumer<DeadLetterProgress> audit) {
        this.clients = clients;
        this.request = request;
        this.marks = marks;
        this.clock = clock;
        this.audit = audit;
        this.progress = new DeadLetterProgress(
                request, State.RUNNING, Counts.NONE, Counts.NONE, Map.of(), null, clock.instant(), null);
    }

    DeadLetterProgress progress() {
        return progress;
    }

    /** Ends it after the batch that is under way. */
    void stop() {
        stop.countDown();
    }

    @Override
    public void run() {
        State end;
        try {
            end = request.pace().dryRun() ? rehearse() : perform();
        } catch (ProducerFencedException e) {
            message = "another instance has begun to work on the dead letters of topic " + request.topic();
            end = State.STOPPED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end = State.STOPPED;
        } catch (ExecutionException e) {
            message = String.valueOf(e.getCause());
            end = State.FAILED;
        } catch (RuntimeException e) {
            LOG.warn("Request {} on topic {} failed", request.requestId(), request.topic(), e);
            message = e.toString();
            end = State.FAILED;
        }
        publish(end);
        audit.accept(progress);
    }

    private State rehearse() throws ExecutionException, InterruptedException {
        marks.create();
        marks.refresh();
        return work(null);
    }

    private State perform() throws ExecutionException, InterruptedException {
        marks.create();
        try (KafkaProducer<byte[], byte[]> producer =
                clients.producer("streams-boot-dead-letters-" + request.topic())) {
            producer.initTransactions();
            // Nobody else writes marks from here on.
            marks.refresh();
            MarkLog.Saved saved = marks.saved(request.requestId());
            if (saved != null) {
                before = saved.counts();
                if (saved.state() == State.DONE) {
                    return State.DONE;
                }
            }
            State end = work(producer);
            publish(end);
            producer.beginTransaction();
            producer.send(marks.record(progress));
            producer.commitTransaction();
            marks.refresh();
            if (request.action() == DeadLetterAction.PURGE && end == State.DONE) {
                new PurgedPrefix(clients, request.topic(), marks).delete();
            }
            return end;
        }
    }

    private State work(@Nullable KafkaProducer<byte[], byte[]> producer)
            throws ExecutionException, InterruptedException {
        batchBegin = System.nanoTime();
        nextSend = batchBegin;
        try (LetterReader reader = new LetterReader(clients, request.topic());
                ReplayTarget target = new ReplayTarget(request, clients.admin())) {
            for (Map.Entry<TopicPartition, long[]> range : ranges(reader).entrySet()) {
                long[] bounds = range.getValue();
                long at = bounds[0];
                while (at < bounds[1] && !isStopped()) {
                    List<DeadLetter> letters = new ArrayList<>();
                    at = reader.read(range.getKey(), at, bounds[1], record -> {
                        DeadLetter letter = Envelope.decode(record);
                        if (letter != null && isMeant(letter)) {
                            letters.add(letter);
                        }
                        return letters.size() < BATCH;
                    });
                    for (DeadLetter letter : letters) {
                        if (isStopped()) {
                            break;
                        }
                        take(letter, target);
                        if (batch.size() >= BATCH || System.nanoTime() - batchBegin > BATCH_NANOS) {
                            flush(producer);
                        }
                    }
                }
            }
            flush(producer);
        }
        return isStopped() ? State.STOPPED : State.DONE;
    }

    /** What has to be read: everything, or around the records that were named. */
    private Map<TopicPartition, long[]> ranges(LetterReader reader) {
        List<TopicPartition> partitions = reader.partitions();
        Map<TopicPartition, Long> begins = reader.begins(partitions);
        Map<TopicPartition, Long> ends = reader.ends(partitions);
        Map<TopicPartition, long[]> ranges = new HashMap<>();
        for (TopicPartition partition : partitions) {
            long begin = begins.getOrDefault(partition, 0L);
            long end = ends.getOrDefault(partition, 0L);
            if (!request.selection().records().isEmpty()) {
                long[] named = request.selection().records().stream()
                        .filter(position -> position.partition() == partition.partition())
                        .mapToLong(Position::offset)
                        .sorted()
                        .toArray();
                begin = named.length == 0 ? end : Math.max(begin, named[0]);
                end = named.length == 0 ? end : Math.min(end, named[named.length - 1] + 1);
            }
            ranges.put(partition, new long[] {begin, end});
        }
        return ranges;
    }

    private boolean isMeant(DeadLetter letter) {
        Position position = letter.position();
        List<Position> named = request.selection().records();
        return position != null
                && (named.isEmpty() || named.contains(position))
                && request.selection().filter().matches(letter)
                && marks.markOf(position) == null;
    }

    private void take(DeadLetter letter, ReplayTarget target) throws ExecutionException, InterruptedException {
        Position position = letter.position();
        if (position == null) {
            return;
        }
        matched++;
        boolean replay = request.action() == DeadLetterAction.REPLAY;
        String obstacle = replay ? target.obstacle(letter) : null;
        if (obstacle != null) {
            failed++;
            message = obstacle;
            return;
        }
        String topic = replay ? target.topic(letter) : null;
        boolean duplicate = replay && !sentOrigins.add(identity(letter, topic));
        if (replay && !duplicate) {
            keepPace();
            targets.merge(String.valueOf(topic), 1L, Long::sum);
        }
        Mark mark = new Mark(request.action(), request.requestId(), request.requestedBy(), clock.instant(), topic);
        batch.add(new Step(position, replay && !duplicate ? target.record(letter) : null, mark, duplicate));
    }

    /** Several nodes can fail on one record, and a global store on each instance; it is sent once. */
    private static String identity(DeadLetter letter, @Nullable String topic) {
        Origin origin = letter.origin();
        return letter.payload().content() == DeadLetter.Content.SOURCE && origin.topic() != null
                ? origin.topic() + "-" + origin.partition() + "@" + origin.offset() + " " + topic
                : String.valueOf(letter.position());
    }

    private void keepPace() throws InterruptedException {
        double rate = request.pace().recordsPerSecond();
        if (rate > 0 && !request.pace().dryRun()) {
            long wait = nextSend - System.nanoTime();
            if (wait > 0) {
                stop.await(wait, TimeUnit.NANOSECONDS);
            }
            nextSend = Math.max(nextSend, System.nanoTime() - BATCH_NANOS) + (long) (1_000_000_000 / rate);
        }
    }

    private void flush(@Nullable KafkaProducer<byte[], byte[]> producer) throws InterruptedException {
        List<Step> steps = List.copyOf(batch);
        batch.clear();
        batchBegin = System.nanoTime();
        if (steps.isEmpty()) {
            return;
        }
        if (producer == null) {
            count(steps);
            return;
        }
        try {
            write(producer, steps);
            count(steps);
        } catch (ProducerFencedException e) {
            throw e;
        } catch (KafkaException | ExecutionException e) {
            producer.abortTransaction();
            if (steps.size() == 1) {
                failed++;
                message = steps.get(0).position() + " could not be sent: " + e;
                return;
            }
            for (Step step : steps) {
                batch.add(step);
                flush(producer);
            }
        }
    }

    private void write(KafkaProducer<byte[], byte[]> producer, List<Step> steps)
            throws InterruptedException, ExecutionException {
        producer.beginTransaction();
        List<Future<?>> sent = new ArrayList<>();
        for (Step step : steps) {
            ProducerRecord<byte[], byte[]> record = step.record();
            if (record != null) {
                sent.add(producer.send(record));
            }
            sent.add(producer.send(marks.record(step.position(), step.mark())));
        }
        producer.flush();
        for (Future<?> each : sent) {
            each.get();
        }
        producer.commitTransaction();
    }

    private void count(List<Step> steps) {
        for (Step step : steps) {
            if (step.duplicate()) {
                duplicates++;
            } else {
                done++;
            }
        }
        publish(State.RUNNING);
    }

    private boolean isStopped() {
        return stop.getCount() == 0;
    }

    private void publish(State state) {
        progress = new DeadLetterProgress(
                request,
                state,
                new Counts(
                        before.matched() + matched,
                        before.done() + done,
                        before.duplicates() + duplicates,
                        before.failed() + failed),
                before,
                targets,
                message,
                progress.startedAt(),
                state == State.RUNNING ? null : clock.instant());
    }
}
