package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.core.RootCause;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.deadletter.DeadLetterCounts.Kind;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Counts what became of failures. Thread-safe. */
final class Tally {

    /** Exceptions beyond so many types are counted as one, lest a class made up for each record fills the memory. */
    private static final int MAX_KINDS = 500;

    private record Key(Stage stage, String exception) {}

    private static final class Counts {

        private final LongAdder deadLetters = new LongAdder();
        private final LongAdder skipped = new LongAdder();
        private final LongAdder failed = new LongAdder();
    }

    private final Clock clock;
    private final Map<Key, Counts> kinds = new ConcurrentHashMap<>();
    private final LongAdder retries = new LongAdder();
    private final LongAdder recovered = new LongAdder();
    private volatile BiConsumer<Stage, String> newKind = (stage, exception) -> {};
    private volatile @Nullable String lastUnwritten;
    private volatile @Nullable Instant lastAt;

    Tally(Clock clock) {
        this.clock = clock;
    }

    /** Is told of each stage and exception that is counted for the first time. */
    void onNewKind(BiConsumer<Stage, String> listener) {
        newKind = listener;
    }

    void count(Stage stage, Throwable exception, Ruling ruling) {
        String type = RootCause.of(exception).getClass().getName();
        Key key = new Key(stage, type);
        if (kinds.size() >= MAX_KINDS && !kinds.containsKey(key)) {
            key = new Key(stage, "other");
        }
        Counts counts = kinds.get(key);
        if (counts == null) {
            Counts fresh = new Counts();
            Counts other = kinds.putIfAbsent(key, fresh);
            counts = other == null ? fresh : other;
            if (other == null) {
                newKind.accept(key.stage(), key.exception());
            }
        }
        switch (ruling) {
            case DEAD_LETTER -> counts.deadLetters.increment();
            case SKIP -> counts.skipped.increment();
            case FAIL -> counts.failed.increment();
        }
        lastAt = clock.instant();
    }

    void retried() {
        retries.increment();
    }

    void recovered() {
        recovered.increment();
    }

    void unwritten(String why) {
        lastUnwritten = why;
    }

    DeadLetterCounts snapshot(Collection<String> topics) {
        List<Kind> list = new ArrayList<>();
        kinds.forEach((key, counts) -> list.add(new Kind(
                key.stage(), key.exception(), counts.deadLetters.sum(), counts.skipped.sum(), counts.failed.sum())));
        list.sort(Comparator.comparing(Kind::stage).thenComparing(Kind::exception));
        return new DeadLetterCounts(
                topics.stream().sorted().toList(), list, retries.sum(), recovered.sum(), lastUnwritten, lastAt);
    }
}
