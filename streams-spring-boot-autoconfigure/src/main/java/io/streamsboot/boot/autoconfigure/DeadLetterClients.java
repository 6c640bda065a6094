package io.streamsboot.boot.autoconfigure;

import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.springframework.boot.ssl.SslBundle;

/** What clients that look at dead letters need to know. */
final class DeadLetterClients {

    private DeadLetterClients() {}

    /**
     * Address and security, from the first topology that has dead letters: all are taken to be on one cluster. Nothing that
     * belongs to streams, so that clients do not complain about it.
     */
    static Map<String, Object> config(ManagedTopologies topologies) {
        Map<String, Object> config = new HashMap<>();
        topologies.all().stream()
                .filter(topology -> topology.options().deadLetters().enabled())
                .findFirst()
                .ifPresent(topology -> config.putAll(topology.options().config()));
        config.keySet()
                .removeIf(name ->
                        !AdminClientConfig.configNames().contains(name) && !name.equals(SslBundle.class.getName()));
        // Several clients of one name would quarrel about their JMX beans.
        config.remove(CommonClientConfigs.CLIENT_ID_CONFIG);
        return config;
    }

    /** All topics of dead letters that are known now. */
    static Set<String> topics(ManagedTopologies topologies) {
        Set<String> topics = new TreeSet<>();
        for (ManagedTopology topology : topologies.all()) {
            topics.addAll(topology.deadLetters().topics());
        }
        return topics;
    }
}
