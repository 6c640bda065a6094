package io.streamsboot.topology.query.internal;

import io.streamsboot.core.admin.AdminScope;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.streams.StreamsConfig;

/** Who is in the group of a topology, as the cluster says: the one that takes partitions away and gives them to others. */
@FunctionalInterface
interface Membership {

    /**
     * Client ids of the members.
     *
     * @return the ids; none if the cluster does not answer
     */
    Set<String> clientIds();

    /** Asks the cluster. */
    static Membership of(ManagedTopology topology) {
        return () -> ask(topology);
    }

    private static Set<String> ask(ManagedTopology topology) {
        Map<String, Object> settings = StoreSite.settings(topology);
        Map<String, Object> config = new StreamsConfig(settings).getAdminConfigs("streams-boot-queries");
        config.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        String group = topology.options().applicationId();
        boolean streams = "streams".equalsIgnoreCase(String.valueOf(settings.get(StreamsConfig.GROUP_PROTOCOL_CONFIG)));
        long millis = Duration.ofSeconds(5).toMillis();
        try (AdminScope scope = AdminScope.open(config)) {
            Admin admin = scope.admin();
            return streams
                    ? streamsClients(
                            admin.describeStreamsGroups(List.of(group)).all().get(millis, TimeUnit.MILLISECONDS))
                    : consumerClients(
                            admin.describeConsumerGroups(List.of(group)).all().get(millis, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Set.of();
        } catch (ExecutionException | TimeoutException e) {
            return Set.of();
        }
    }

    private static Set<String> streamsClients(Map<String, StreamsGroupDescription> groups) {
        return groups.values().stream()
                .flatMap(group -> group.members().stream())
                .map(StreamsGroupMemberDescription::clientId)
                .collect(Collectors.toSet());
    }

    private static Set<String> consumerClients(Map<String, ConsumerGroupDescription> groups) {
        return groups.values().stream()
                .flatMap(group -> group.members().stream())
                .map(MemberDescription::clientId)
                .collect(Collectors.toSet());
    }
}
