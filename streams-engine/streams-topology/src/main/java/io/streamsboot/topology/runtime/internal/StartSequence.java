package io.streamsboot.topology.runtime.internal;

import io.streamsboot.core.Backoff;
import io.streamsboot.core.admin.AdminScope;
import io.streamsboot.topology.runtime.KafkaStreamsCustomizer;
import io.streamsboot.topology.runtime.MissingTopics;
import io.streamsboot.topology.runtime.MissingTopics.Policy;
import io.streamsboot.topology.runtime.TopologyOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * What happens between the wish to run and a running client: the cluster is checked, topics are waited for or created,
 * group settings are set, the client is made and started. Runs on a thread of its own because every step may block; a
 * cluster that cannot be reached is waited for without end, since that is no fault of the topology.
 */
final class StartSequence {

    private static final Backoff UNREACHABLE = new Backoff(Duration.ofMillis(500), 2, Duration.ofSeconds(15), 0.2);
    private static final long TOPIC_POLL_MILLIS = 500;
    private static final Duration DISCARD_TIMEOUT = Duration.ofSeconds(10);

    private final BuiltTopology built;
    private final Generation generation;
    private final Map<String, Object> config;
    private final List<KafkaStreamsCustomizer> customizers;
    private final Observer observer;

    /** What the topology's life wants to know of a start. Called by the starting thread. */
    interface Observer {

        void waitingForTopics(Generation generation, List<String> topics);

        void unreachable(Generation generation, Throwable failure);

        void checked(Generation generation);

        void created(Generation generation, KafkaStreams streams);

        void failed(Generation generation, Throwable failure);
    }

    StartSequence(
            BuiltTopology built, Generation generation, List<KafkaStreamsCustomizer> customizers, Observer observer) {
        this.built = built;
        this.generation = generation;
        this.config = KafkaConfigs.withDefaults(built.spec().options().config());
        this.config.putAll(KafkaConfigs.late(built.spec().options().config()));
        this.customizers = customizers;
        this.observer = observer;
    }

    void run() {
        try {
            String clusterId = check();
            if (clusterId != null) {
                start(clusterId);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            if (!generation.isCancelled()) {
                observer.failed(generation, e);
            }
        }
    }

    /**
     * Checks the cluster.
     *
     * @return id of the cluster, or null if the start was cancelled
     */
    private @Nullable String check() throws Exception {
        String name = built.spec().name();
        TopologyOptions options = built.spec().options();
        try (AdminScope scope = AdminScope.open(KafkaConfigs.admin(config))) {
            Admin admin = scope.admin();
            String clusterId = reaching(() -> {
                ClusterCheck.features(admin, name, config);
                return admin.describeCluster().clusterId().get();
            });
            if (clusterId == null || !topicsExist(admin, options.missingTopics())) {
                return null;
            }
            Boolean prepared = reaching(() -> {
                built.engine().prepare(admin, built.graph());
                return true;
            });
            if (prepared == null) {
                return null;
            }
            setGroupConfig(admin, options);
            observer.checked(generation);
            return clusterId;
        }
    }

    private boolean topicsExist(Admin admin, MissingTopics options) throws Exception {
        TopicCheck topics = new TopicCheck(built.spec().name(), built.graph(), options);
        long deadline = System.nanoTime() + options.deadline().toNanos();
        while (true) {
            Set<String> missing = reaching(() -> {
                Set<String> now = topics.missing(admin);
                if (!now.isEmpty() && options.policy() == Policy.CREATE) {
                    topics.create(admin, now);
                    now = topics.missing(admin);
                }
                return now;
            });
            if (missing == null) {
                return false;
            }
            if (missing.isEmpty()) {
                return true;
            }
            if (options.policy() == Policy.FAIL) {
                throw topics.failure(missing, "");
            }
            if (System.nanoTime() - deadline > 0) {
                throw topics.failure(missing, " (waited for " + options.deadline() + ")");
            }
            observer.waitingForTopics(generation, List.copyOf(missing));
            if (generation.pause(TOPIC_POLL_MILLIS)) {
                return false;
            }
        }
    }

    /** Members of a streams group get these from the broker and ignore what their own configuration says. */
    private void setGroupConfig(Admin admin, TopologyOptions options) throws Exception {
        if (options.groupConfig().isEmpty()) {
            return;
        }
        Collection<AlterConfigOp> changes = new ArrayList<>();
        options.groupConfig()
                .forEach((name, value) ->
                        changes.add(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET)));
        ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, options.applicationId());
        reaching(() -> {
            admin.incrementalAlterConfigs(Map.of(group, changes)).all().get();
            return group;
        });
    }

    /**
     * Repeats a call until the cluster answers it.
     *
     * @return what the call returns, or null if the start was cancelled
     */
    private <T> @Nullable T reaching(Callable<T> call) throws Exception {
        for (int attempt = 1; !generation.isCancelled(); attempt++) {
            try {
                return call.call();
            } catch (ExecutionException e) {
                Throwable cause = e.getCause();
                if (cause instanceof RetriableException) {
                    observer.unreachable(generation, cause);
                } else if (cause instanceof Exception exception) {
                    throw exception;
                } else {
                    throw e;
                }
            }
            generation.pause(UNREACHABLE.delay(attempt).toMillis());
        }
        return null;
    }

    private void start(String clusterId) {
        KafkaStreams streams = new KafkaStreams(
                built.topology(), new StreamsConfig(built.engine().open(new HashMap<>(config))));
        boolean attached = false;
        try {
            if (!built.graph().stores().isEmpty()) {
                new StateOwner(built.spec().name(), config).claim(streams, clusterId);
            }
            customizers.forEach(customizer -> customizer.customize(built.spec().name(), streams));
            observer.created(generation, streams);
            attached = true;
        } finally {
            if (!attached) {
                // Waited for: it holds the lock of the state directory, which the next generation needs.
                streams.close(DISCARD_TIMEOUT);
            }
        }
        if (!generation.isCancelled()) {
            streams.start();
        }
    }
}
