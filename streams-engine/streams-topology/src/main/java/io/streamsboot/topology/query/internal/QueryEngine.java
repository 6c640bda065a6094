package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.query.QueryAnswer.Part;
import io.streamsboot.topology.query.QueryAnswer.Role;
import io.streamsboot.topology.query.QueryOptions;
import io.streamsboot.topology.query.QueryPeers;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.query.StoreKind;
import io.streamsboot.topology.query.StoreQuery;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** Answers one question: here where this instance holds the partitions, elsewhere by peers, and again until the deadline. */
final class QueryEngine {

    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(20).toNanos();
    private static final long LAST_PAUSE_NANOS = Duration.ofMillis(200).toNanos();

    private final KindProbe kinds;
    private final PartitionCounts counts;
    private final Placement placement;
    private final Isolation isolation = new Isolation();
    private final Hosts.OwnName ownName = new Hosts.OwnName();
    private final QueryPeers peers;

    QueryEngine(KindProbe kinds, PartitionCounts counts, Placement placement, QueryPeers peers) {
        this.kinds = kinds;
        this.counts = counts;
        this.placement = placement;
        this.peers = peers;
    }

    QueryResult answer(Question question, Lease lease) {
        long deadline =
                System.nanoTime() + question.request().options().timeout().toNanos();
        long pause = FIRST_PAUSE_NANOS;
        while (true) {
            QueryResult result;
            try {
                result = attempt(question, lease, deadline);
            } catch (Unanswered e) {
                result = e.result();
            }
            long left = deadline - System.nanoTime();
            if (left <= 0 || !(result instanceof NotReady not) || !mayChange(question, not)) {
                return result;
            }
            LockSupport.parkNanos(Math.min(left, pause));
            if (Thread.currentThread().isInterrupted()) {
                return result;
            }
            pause = Math.min(LAST_PAUSE_NANOS, pause * 2);
        }
    }

    /** Whoever asks this instance alone goes elsewhere at once when it is not the owner. */
    private static boolean mayChange(Question question, NotReady not) {
        return question.request().options().partitions() == null
                ? not.reason() != Reason.TIMEOUT
                : not.reason() == Reason.BEHIND;
    }

    private QueryResult attempt(Question question, Lease lease, long deadline) {
        ManagedTopology topology = question.site().topology();
        KafkaStreams streams = topology.kafkaStreams();
        if (streams == null || !topology.status().state().isActive()) {
            throw Unanswered.notReady(
                    Reason.NOT_RUNNING,
                    "topology '" + topology.name() + "' is " + topology.status().state());
        }
        lease.check();
        Attempt attempt = new Attempt(question, streams, topology.status().generation(), deadline);
        QueryResult result = question.site().isGlobal() ? attempt.global() : attempt.partitions();
        lease.check();
        return result;
    }

    /** One try to answer a question. */
    private final class Attempt {

        private final Question question;
        private final StoreSite site;
        private final QueryOptions options;
        private final KafkaStreams streams;
        private final long generation;
        private final long deadline;
        private final PositionBound bound;
        private @Nullable Hosts hosts;
        private final Gathering gathering;

        Attempt(Question question, KafkaStreams streams, long generation, long deadline) {
            this.question = question;
            this.site = question.site();
            this.options = question.request().options();
            this.streams = streams;
            this.generation = generation;
            this.deadline = deadline;
            this.bound = LocalStore.bound(options.minPosition());
            this.gathering = new Gathering(question);
            Isolation.requirePossible(site, options.isolation());
            boolean positioned = !(question.typed() instanceof StoreQuery.Count)
                    && !(question.typed() instanceof StoreQuery.Prefix)
                    && !site.isGlobal();
            if (!options.minPosition().isEmpty() && !positioned) {
                throw Unanswered.invalid(
                        "Kafka tells no position for global stores, prefixes and counts, so they cannot"
                                + " wait for 'minPosition'. Leave it out.");
            }
        }

        /** Only for what is not held here: the metadata of a large group is costly to read. */
        private Hosts hosts() {
            Hosts known = hosts;
            if (known == null) {
                known = Hosts.of(streams, site);
                hosts = known;
            }
            return known;
        }

        QueryResult global() {
            if (options.partitions() != null) {
                throw Unanswered.invalid(
                        "Store '" + site.store() + "' is global: it has no partitions to choose from.");
            }
            try {
                read(null, false);
            } catch (RuntimeException e) {
                throw translated(e);
            }
            return gathering.result();
        }

        QueryResult partitions() {
            TreeSet<Integer> numbers = counts.of(site, left());
            int partitions = numbers.last();
            Set<Integer> chosen = options.partitions();
            if (chosen != null) {
                chosen.forEach(partition -> requirePartition(partition, partitions));
                gather(chosen, partitions);
                return gathering.result();
            }
            Integer home = numbers.size() == 1 && placement.mismatch(site) == null ? home(partitions) : null;
            if (home == null) {
                gathering.mismatch(placement.mismatch(site));
                gather(all(partitions), partitions);
                return gathering.result();
            }
            gather(Set.of(home), partitions);
            boolean provable = gathering.isComplete() && gathering.isEmpty();
            if (provable && (gathering.mismatch() != null || isUnsampled())) {
                // Entries of such a store cannot be listed at little cost, so nothing else shows a foreign partitioner.
                Set<Integer> others = all(partitions);
                others.remove(home);
                gather(others, partitions);
            }
            return gathering.result();
        }

        private boolean isUnsampled() {
            StoreKind kind = gathering.kind();
            return kind == StoreKind.VERSIONED || (kind != null && kind.isSession());
        }

        private @Nullable Integer home(int partitions) {
            byte[] bytes = question.keyBytes();
            return bytes != null && question.typed() instanceof StoreQuery.OfKey keyed
                    ? site.partition(keyed.key(), bytes, partitions)
                    : null;
        }

        private void requirePartition(int partition, int partitions) {
            if (partition < 0 || partition >= partitions) {
                throw Unanswered.invalid("Store '" + site.store() + "' has no partition " + partition + ", only 0 to "
                        + (partitions - 1) + ".");
            }
        }

        private void gather(Set<Integer> wanted, int partitions) {
            Set<Integer> elsewhere = new TreeSet<>();
            for (int partition : new TreeSet<>(wanted)) {
                try {
                    local(partition, partitions);
                } catch (RuntimeException e) {
                    Unanswered unanswered = translated(e);
                    if (!(unanswered.result() instanceof NotReady not) || not.reason() == Reason.BEHIND) {
                        throw unanswered;
                    }
                    gathering.missing(partition, not);
                    elsewhere.add(partition);
                }
            }
            if (options.partitions() == null && !elsewhere.isEmpty()) {
                ask(elsewhere);
            }
            if (options.maxStaleness() != null) {
                elsewhere.retainAll(missing(elsewhere));
                for (int partition : elsewhere) {
                    copy(partition);
                }
            }
        }

        private Set<Integer> missing(Set<Integer> partitions) {
            return partitions.stream().filter(gathering::isMissing).collect(Collectors.toSet());
        }

        private void local(int partition, int partitions) {
            Position position = read(partition, false);
            checkPlacement(partition, partitions);
            part(partition, Role.ACTIVE, position, 0L);
        }

        /** A copy on this instance, if it lags behind no further than allowed. */
        private void copy(int partition) {
            long allowed = Objects.requireNonNull(options.maxStaleness());
            try {
                LagInfo lag = streams.allLocalStorePartitionLags()
                        .getOrDefault(site.store(), Map.of())
                        .get(partition);
                if (lag == null) {
                    return;
                }
                if (lag.offsetLag() > allowed) {
                    gathering.missing(
                            partition,
                            new NotReady(
                                    Reason.STALE,
                                    "the copy of partition " + partition + " lags " + lag.offsetLag()
                                            + " records behind, and " + allowed + " are allowed",
                                    Unanswered.SOON));
                    return;
                }
                Position position = read(partition, true);
                boolean standby = hosts().standbys(partition).contains(hosts().self());
                part(partition, standby ? Role.STANDBY : Role.RESTORING, position, lag.offsetLag());
            } catch (RuntimeException e) {
                Unanswered unanswered = translated(e);
                if (unanswered.result() instanceof NotReady not) {
                    gathering.missing(partition, not);
                } else {
                    throw unanswered;
                }
            }
        }

        private @Nullable Position read(@Nullable Integer partition, boolean stale) {
            StoreKind kind = kinds.find(streams, site, partition, stale);
            gathering.kind(kind);
            StoreQuery adapted = PartReader.adapt(question.typed(), kind);
            if (!(adapted instanceof StoreQuery.Get)) {
                gathering.list();
            }
            IsolationLevel isolated = isolation.of(site, streams, generation, options.isolation());
            gathering.isolation(isolated == null ? IsolationLevel.READ_UNCOMMITTED : isolated);
            LocalStore store = new LocalStore(streams, site.store(), partition, kind, stale, isolated);
            // Apart from the others until it is clear that all of it was read from its owner.
            Page page = gathering.newPage();
            Position position = new PartReader(store, question.codec(), bound, deadline).read(adapted, page);
            if (adapted instanceof StoreQuery.Count) {
                gathering.count(store.keyValues().approximateNumEntries());
            }
            page.addTo(gathering.page());
            if (partition == null) {
                part(-1, Role.GLOBAL, null, null);
            }
            return position;
        }

        /** Compares some entries of a partition with the declarations before its silence is believed. */
        private void checkPlacement(int partition, int partitions) {
            if (!placement.isSampled(site, partition, generation)) {
                StoreKind kind = Objects.requireNonNull(kinds.known(site));
                LocalStore store = new LocalStore(streams, site.store(), partition, kind, false, null);
                Page sample = new Page(QueryRequest.of("", "", StoreQuery.all()), false);
                try {
                    new PartReader(store, question.codec(), PositionBound.unbounded(), deadline).sample(sample);
                } catch (Unanswered e) {
                    if (!(e.result() instanceof QueryResult.Invalid wrong)) {
                        throw e;
                    }
                    throw Unanswered.invalid(
                            "An entry of the store contradicts the declaration of its keys. " + wrong.message());
                }
                sample.entries()
                        .forEach(entry -> placement.compare(
                                site, entry.key(), Objects.requireNonNull(entry.keyBytes()), partition, partitions));
                placement.sampled(site, partition, generation);
            }
            gathering.mismatch(placement.mismatch(site));
        }

        private void part(int partition, Role role, @Nullable Position position, @Nullable Long staleness) {
            boolean counting = question.typed() instanceof StoreQuery.Count;
            gathering.part(new Part(
                    partition,
                    ownName.of(site),
                    role,
                    position == null || counting ? null : LocalStore.offsets(position),
                    staleness,
                    generation,
                    false));
        }

        /** Asks other instances, each for all partitions that it probably holds, then one after the other for the rest. */
        private void ask(Set<Integer> partitions) {
            boolean copies = options.maxStaleness() != null;
            Map<HostInfo, Set<Integer>> likely = new LinkedHashMap<>();
            Map<Integer, List<HostInfo>> others = new TreeMap<>();
            for (int partition : partitions) {
                List<HostInfo> candidates = new ArrayList<>(hosts().candidates(partition, copies));
                if (candidates.isEmpty()) {
                    gathering.missing(
                            partition, new NotReady(Reason.NO_OWNER, hosts().nobody(partition), Unanswered.SOON));
                    continue;
                }
                likely.computeIfAbsent(candidates.remove(0), host -> new TreeSet<>())
                        .add(partition);
                others.put(partition, candidates);
            }
            likely.forEach(this::ask);
            others.forEach((partition, candidates) -> {
                for (HostInfo host : candidates) {
                    if (gathering.isMissing(partition) && System.nanoTime() - deadline < 0) {
                        ask(host, Set.of(partition));
                    }
                }
            });
        }

        private void ask(HostInfo host, Set<Integer> partitions) {
            QueryRequest request =
                    question.request().with(options.withPartitions(partitions).withTimeout(left()));
            QueryResult result = peers.ask(host, request, partitions, left());
            if (result instanceof NotReady not) {
                partitions.forEach(partition -> gathering.missing(partition, not));
            } else {
                gathering.remote(result);
            }
        }

        private Duration left() {
            return Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
        }

        private Set<Integer> all(int partitions) {
            return IntStream.range(0, partitions).boxed().collect(Collectors.toCollection(HashSet::new));
        }
    }

    /** What an exception means for the question. */
    static Unanswered translated(RuntimeException failure) {
        if (failure instanceof Unanswered unanswered) {
            return unanswered;
        }
        if (LocalStore.isRefusal(failure)) {
            return LocalStore.refused(failure);
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClassCastException) {
                return Unanswered.invalid("The store does not take a key of this type: "
                        + KeyCodec.shortened(cause.getMessage()) + ". Declare the serde of its keys.");
            }
        }
        return Unanswered.failed(KeyCodec.shortened(String.valueOf(failure)), failure);
    }
}
