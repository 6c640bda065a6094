package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.runtime.LateSetting;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** Who may hold a partition, by the group's metadata: a hint, which is right most of the time, and proves nothing. */
final class Hosts {

    private final StoreSite site;
    private final Collection<StreamsMetadata> all;
    private final @Nullable HostInfo self;

    private Hosts(StoreSite site, Collection<StreamsMetadata> all, @Nullable HostInfo self) {
        this.site = site;
        this.all = all;
        this.self = self;
    }

    static Hosts of(KafkaStreams streams, StoreSite site) {
        Collection<StreamsMetadata> all;
        try {
            all = streams.metadataForAllStreamsClients();
        } catch (IllegalStateException | org.apache.kafka.streams.errors.InvalidStateStoreException e) {
            all = List.of();
        }
        return new Hosts(site, all, self(site));
    }

    /** This instance as others know it, or null if it has no address. */
    static @Nullable HostInfo self(StoreSite site) {
        String server = server(site);
        if (server == null || server.isBlank()) {
            return null;
        }
        try {
            return HostInfo.buildFromEndpoint(server);
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static @Nullable String server(StoreSite site) {
        Object server = site.topology().options().config().get(StreamsConfig.APPLICATION_SERVER_CONFIG);
        if (server instanceof LateSetting late) {
            server = late.get();
        }
        return server == null ? null : server.toString();
    }

    /** This instance as answers name it. Parsed once: each part of each answer has it. Thread-safe. */
    static final class OwnName {

        private record Known(@Nullable String server, String name) {}

        private volatile @Nullable Known known;

        String of(StoreSite site) {
            String server = server(site);
            Known before = known;
            if (before == null || !Objects.equals(before.server, server)) {
                before = new Known(server, name(self(site)));
                known = before;
            }
            return before.name;
        }
    }

    static String name(@Nullable HostInfo host) {
        return host == null ? "local" : host.host() + ":" + host.port();
    }

    // Loops and no streams, since each question that goes to another instance comes by here.
    private boolean holds(Set<TopicPartition> partitions, int partition) {
        for (TopicPartition held : partitions) {
            if (held.partition() == partition && fills(held.topic())) {
                return true;
            }
        }
        return false;
    }

    private boolean fills(String topic) {
        if (site.topics().contains(topic)) {
            return true;
        }
        for (Pattern pattern : site.patterns()) {
            if (pattern.matcher(topic).matches()) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasAddress(HostInfo host) {
        return !host.equals(HostInfo.unavailable()) && host.port() > 0;
    }

    /** Whoever writes a partition, this instance included. */
    @Nullable HostInfo active(int partition) {
        for (StreamsMetadata client : all) {
            if (holds(client.topicPartitions(), partition)) {
                return client.hostInfo();
            }
        }
        return null;
    }

    /** Those who keep a copy, this instance included. */
    List<HostInfo> standbys(int partition) {
        return all.stream()
                .filter(client -> client.standbyStateStoreNames().contains(site.store())
                        && holds(client.standbyTopicPartitions(), partition))
                .map(StreamsMetadata::hostInfo)
                .toList();
    }

    /** Other instances to ask for a partition: the likely owner first, then copies if they will do, then the rest. */
    List<HostInfo> candidates(int partition, boolean copies) {
        Set<HostInfo> found = new LinkedHashSet<>();
        HostInfo active = active(partition);
        if (active != null) {
            found.add(active);
        }
        if (copies) {
            found.addAll(standbys(partition));
        }
        // The metadata forgets hosts in the middle of some rebalances; each proves for itself what it owns.
        int more = 0;
        for (StreamsMetadata client : all) {
            if (more++ < MOST) {
                found.add(client.hostInfo());
            }
        }
        found.removeIf(host -> !hasAddress(host) || host.equals(self));
        return List.copyOf(found);
    }

    /** Why nobody can be asked for a partition. */
    String nobody(int partition) {
        HostInfo active = active(partition);
        if (active == null) {
            return "nobody is known to hold partition " + partition;
        }
        return hasAddress(active)
                ? "partition " + partition + " is held by " + name(active)
                : "partition " + partition + " is held by an instance without "
                        + StreamsConfig.APPLICATION_SERVER_CONFIG + ", which others cannot ask: set it there";
    }

    @Nullable HostInfo self() {
        return self;
    }

    private static final int MOST = 16;
}
