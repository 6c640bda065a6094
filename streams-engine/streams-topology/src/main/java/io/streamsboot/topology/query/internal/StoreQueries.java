package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.query.QueryPeers;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.StoreDescription;
import io.streamsboot.topology.query.StoreKind;
import io.streamsboot.topology.query.internal.StoreSite.Declared;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** All stores of all topologies of an application. Thread-safe. */
public final class StoreQueries implements AutoCloseable {

    private static final long TICK_MILLIS = 200;

    private final ManagedTopologies topologies;
    private final Map<String, Map<String, Declared>> declared;
    private final Map<String, StoreSite> sites = new ConcurrentHashMap<>();
    private final Map<String, Lease> leases = new HashMap<>();
    private final KindProbe kinds = new KindProbe();
    private final PartitionCounts counts;
    private final QueryEngine engine;
    /** One watches, so that it is never late, and one asks the cluster. */
    private final ScheduledExecutorService threads;

    /**
     * Begins to watch topologies.
     *
     * @param topologies the topologies
     * @param declared what is declared from outside, by topology and store; it wins over what definitions declare
     * @param peers how other instances are asked
     */
    public StoreQueries(ManagedTopologies topologies, Map<String, Map<String, Declared>> declared, QueryPeers peers) {
        this.topologies = topologies;
        this.declared = declared;
        this.threads = Executors.newScheduledThreadPool(2, task -> {
            Thread created = new Thread(task, "streams-queries");
            created.setDaemon(true);
            return created;
        });
        this.counts = new PartitionCounts(threads);
        this.engine = new QueryEngine(kinds, counts, new Placement(), peers);
        topologies
                .all()
                .forEach(
                        topology -> leases.put(topology.name(), new Lease(topology, Membership.of(topology), threads)));
        threads.scheduleWithFixedDelay(
                () -> leases.values().forEach(StoreQueries::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** A tick that fails, as when a client closes under it, must not be the last. */
    private static void tick(Lease lease) {
        try {
            lease.tick();
        } catch (RuntimeException e) {
            lease.forget();
        }
    }

    /**
     * Answers a question.
     *
     * @param request the question
     * @return what came of it
     */
    public QueryResult execute(QueryRequest request) {
        try {
            ManagedTopology topology = topologies.find(request.topology());
            if (topology == null) {
                return new QueryResult.Unknown("topology", request.topology(), names());
            }
            StoreSite site = site(topology, request.store());
            Lease lease = Objects.requireNonNull(leases.get(topology.name()));
            return engine.answer(Question.of(request, site), lease);
        } catch (RuntimeException e) {
            return QueryEngine.translated(e).result();
        }
    }

    private Set<String> names() {
        return topologies.all().stream().map(ManagedTopology::name).collect(Collectors.toSet());
    }

    private StoreSite site(ManagedTopology topology, String store) {
        String id = topology.name() + '/' + store;
        StoreSite known = sites.get(id);
        if (known == null) {
            known = StoreSite.find(topology, store, declarations(topology));
            sites.put(id, known);
        }
        return known;
    }

    private Map<String, Declared> declarations(ManagedTopology topology) {
        Map<String, Declared> all = new HashMap<>();
        topology.storeSerdes()
                .forEach(serdes ->
                        all.put(serdes.store(), new Declared(serdes, "the definition of topology " + topology.name())));
        all.putAll(declared.getOrDefault(topology.name(), Map.of()));
        return all;
    }

    /**
     * All stores.
     *
     * @return what is known about them, in the order of topologies and stores
     */
    public List<StoreDescription> stores() {
        List<StoreDescription> all = new ArrayList<>();
        for (ManagedTopology topology : topologies.all()) {
            for (String store : topology.graph().stores()) {
                all.add(describe(site(topology, store)));
            }
        }
        return all;
    }

    private StoreDescription describe(StoreSite site) {
        KafkaStreams streams = site.topology().kafkaStreams();
        Map<Integer, StoreDescription.Hosts> partitions = new TreeMap<>();
        if (streams != null && !site.isGlobal()) {
            try {
                Hosts hosts = Hosts.of(streams, site);
                int number = counts.of(site, Duration.ofSeconds(1)).last();
                for (int partition = 0; partition < number; partition++) {
                    HostInfo active = hosts.active(partition);
                    partitions.put(
                            partition,
                            new StoreDescription.Hosts(
                                    active == null ? null : Hosts.name(active),
                                    hosts.standbys(partition).stream()
                                            .map(Hosts::name)
                                            .toList()));
                }
            } catch (Unanswered e) {
                partitions.clear();
            }
        }
        KeyCodec codec = site.codec();
        return new StoreDescription(
                site.topology().name(),
                site.store(),
                site.isGlobal(),
                streams == null ? kinds.known(site) : kind(streams, site, partitions.keySet()),
                codec == null ? null : DataTypes.of(codec.serde()),
                site.valueType(),
                codec == null ? "nothing" : codec.source(),
                partitions);
    }

    private @Nullable StoreKind kind(KafkaStreams streams, StoreSite site, Set<Integer> partitions) {
        List<@Nullable Integer> places = new ArrayList<>();
        if (site.isGlobal()) {
            places.add(null);
        } else {
            places.addAll(partitions);
        }
        for (Integer partition : places) {
            try {
                return kinds.find(streams, site, partition, true);
            } catch (RuntimeException e) {
                // Not held here; the next one may be.
                continue;
            }
        }
        return kinds.known(site);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
