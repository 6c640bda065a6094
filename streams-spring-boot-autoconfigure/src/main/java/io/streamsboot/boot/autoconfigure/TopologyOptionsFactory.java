package io.streamsboot.boot.autoconfigure;

import io.streamsboot.core.Backoff;
import io.streamsboot.core.failure.FailureClassifier;
import io.streamsboot.topology.runtime.MissingTopics;
import io.streamsboot.topology.runtime.MissingTopics.NewTopicSpec;
import io.streamsboot.topology.runtime.RestartPolicy;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologyOptions.ClosePolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Makes the options of each topology from {@code streams} and {@code streams.topologies.<name>}. */
final class TopologyOptionsFactory {

    /** What Kafka accepts in the names of internal topics, which begin with the application id. */
    private static final Pattern APPLICATION_ID = Pattern.compile("[a-zA-Z0-9._-]{1,200}");

    private final StreamsProperties properties;
    private final TopologyConfigs configs;
    private final List<StreamsConfigCustomizer> customizers;
    private final List<TopologyContributor> contributors;
    private final DeadLetterOptionsFactory deadLetters;
    private final @Nullable String applicationName;

    TopologyOptionsFactory(
            StreamsProperties properties,
            TopologyConfigs configs,
            List<StreamsConfigCustomizer> customizers,
            List<TopologyContributor> contributors,
            @Nullable FailureClassifier classifier,
            @Nullable String applicationName) {
        this.properties = properties;
        this.configs = configs;
        this.customizers = customizers;
        this.contributors = contributors;
        this.deadLetters = new DeadLetterOptionsFactory(classifier);
        this.applicationName = applicationName;
    }

    /**
     * Refuses settings for topologies that do not exist.
     *
     * @param names names of all topologies
     */
    void checkNames(Collection<String> names) {
        Set<String> known = new TreeSet<>();
        names.forEach(name -> known.add(uniform(name)));
        for (String key : new TreeSet<>(properties.getTopologies().keySet())) {
            if (!known.contains(uniform(key))) {
                throw new StreamsConfigurationException(
                        "Property '" + StreamsProperties.TOPOLOGIES + "." + key
                                + "' configures a topology that does not" + " exist. Known topologies: "
                                + (names.isEmpty() ? "none" : new TreeSet<>(names)) + ".",
                        "Correct the name, remove the property, or declare a topology bean named '" + key + "'.");
            }
        }
        DeadLetterOptionsFactory.checkTopologies(properties.getDeadLetter().getRules(), names);
    }

    TopologyOptions create(String name) {
        String mapKey = mapKey(name);
        StreamsProperties.Topology own = mapKey == null
                ? new StreamsProperties.Topology()
                : properties.getTopologies().getOrDefault(mapKey, new StreamsProperties.Topology());
        String key = StreamsProperties.TOPOLOGIES + "." + (mapKey == null ? name : mapKey);
        Map<String, Object> config = configs.of(name, properties, contributed(name), own, key);
        String configured = applicationId(name, own, key, config);
        String applicationId = contributor(name)
                .map(one -> one.applicationId(name, configured))
                .orElse(configured);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        customizers.forEach(customizer -> customizer.customize(name, config));
        configs.applyDefaults(config);
        Map<String, String> group = TopologyConfigs.extractGroupConfig(config);
        PropertyLayers layers = new PropertyLayers(properties, own, key);
        return new TopologyOptions(
                config,
                group,
                layers.value(TopologyProperties::getAutoStartup, true),
                missingTopics(layers),
                restart(layers),
                new ClosePolicy(
                        layers.positive(
                                TopologyProperties::getCloseTimeout,
                                "close-timeout",
                                TopologyOptions.DEFAULT_CLOSE_TIMEOUT),
                        layers.value(
                                TopologyProperties::getLeaveGroupOnClose,
                                TopologyOptions.DEFAULT_LEAVE_GROUP_ON_CLOSE)),
                deadLetters.create(layers));
    }

    private Map<String, Object> contributed(String name) {
        return contributor(name).map(contributor -> contributor.config(name)).orElse(Map.of());
    }

    private Optional<TopologyContributor> contributor(String name) {
        return contributors.stream()
                .filter(contributor -> contributor.topologies().containsKey(name))
                .findFirst();
    }

    private @Nullable String mapKey(String name) {
        if (properties.getTopologies().containsKey(name)) {
            return name;
        }
        String uniform = uniform(name);
        return properties.getTopologies().keySet().stream()
                .filter(key -> uniform(key).equals(uniform))
                .sorted()
                .findFirst()
                .orElse(null);
    }

    /** Names are compared as Spring Boot compares property names, so that environment variables work. */
    static String uniform(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private String applicationId(String name, StreamsProperties.Topology own, String key, Map<String, Object> config) {
        String property = key + ".application-id";
        String id = own.getApplicationId();
        if (id == null && config.get(StreamsConfig.APPLICATION_ID_CONFIG) instanceof String configured) {
            property = key + ".properties." + StreamsConfig.APPLICATION_ID_CONFIG;
            id = configured;
        }
        if (id == null) {
            if (applicationName == null || applicationName.isBlank()) {
                throw new StreamsConfigurationException(
                        "Topology '" + name + "' has no application id: neither 'spring.application.name' nor '"
                                + property + "' is set.",
                        "Set 'spring.application.name', from which the ids of all topologies are made, or '" + property
                                + "' for this one.");
            }
            property = "spring.application.name";
            id = applicationName + "-" + name;
        }
        if (!APPLICATION_ID.matcher(id).matches()) {
            throw new StreamsConfigurationException(
                    "The application id '" + id + "' of topology '" + name + "', taken from '" + property
                            + "', cannot be part of a topic name.",
                    "Use up to 200 letters, digits, '.', '_' and '-' only: set '" + key
                            + ".application-id', or correct '" + property + "'.");
        }
        return id;
    }

    private MissingTopics missingTopics(PropertyLayers layers) {
        MissingTopicsProperties own = layers.own().getMissingTopics();
        MissingTopicsProperties all = properties.getMissingTopics();
        Map<String, NewTopicSpec> topics = new HashMap<>();
        Set<String> names = new TreeSet<>(all.getTopics().keySet());
        names.addAll(own.getTopics().keySet());
        for (String topic : names) {
            NewTopicProperties ownTopic = own.getTopics().get(topic);
            NewTopicProperties anyTopic = all.getTopics().get(topic);
            String path = "missing-topics.topics." + topic;
            topics.put(topic, spec(ownTopic, layers.key(), path).over(spec(anyTopic, StreamsProperties.PREFIX, path)));
        }
        String path = "missing-topics";
        NewTopicSpec defaults = spec(own, layers.key(), path).over(spec(all, StreamsProperties.PREFIX, path));
        return new MissingTopics(
                layers.value(p -> p.getMissingTopics().getPolicy(), MissingTopics.DEFAULT.policy()),
                layers.positive(
                        p -> p.getMissingTopics().getDeadline(),
                        "missing-topics.deadline",
                        MissingTopics.DEFAULT.deadline()),
                defaults,
                topics);
    }

    private static NewTopicSpec spec(@Nullable NewTopicProperties topic, String key, String path) {
        if (topic == null) {
            return NewTopicSpec.BROKER_DEFAULTS;
        }
        checkAtLeastOne(topic.getPartitions(), key + "." + path + ".partitions");
        checkAtLeastOne(topic.getReplicationFactor(), key + "." + path + ".replication-factor");
        return new NewTopicSpec(topic.getPartitions(), topic.getReplicationFactor(), topic.getConfigs());
    }

    private static void checkAtLeastOne(@Nullable Number value, String key) {
        if (value != null && value.intValue() < 1) {
            throw new InvalidConfigurationPropertyValueException(key, value, "It must be at least 1.");
        }
    }

    private RestartPolicy restart(PropertyLayers layers) {
        Backoff standard = RestartPolicy.DEFAULT.backoff();
        Duration initial = layers.positive(
                p -> p.getRestart().getBackoff().getInitial(), "restart.backoff.initial", standard.initial());
        Duration max = layers.positiveOrNull(p -> p.getRestart().getBackoff().getMax(), "restart.backoff.max");
        if (max != null && max.compareTo(initial) < 0) {
            throw layers.invalid(
                    p -> p.getRestart().getBackoff().getMax(),
                    "restart.backoff.max",
                    "It must not be below the delay before the first restart (restart.backoff.initial), which is "
                            + initial + ".");
        }
        if (max == null) {
            max = initial.compareTo(standard.max()) > 0 ? initial : standard.max();
        }
        double multiplier = layers.value(p -> p.getRestart().getBackoff().getMultiplier(), standard.multiplier());
        if (!(multiplier >= 1) || Double.isInfinite(multiplier)) {
            throw layers.invalid(
                    p -> p.getRestart().getBackoff().getMultiplier(),
                    "restart.backoff.multiplier",
                    "It must be at least 1.");
        }
        double jitter = layers.value(p -> p.getRestart().getBackoff().getJitter(), standard.jitter());
        if (!(jitter >= 0 && jitter <= 1)) {
            throw layers.invalid(
                    p -> p.getRestart().getBackoff().getJitter(),
                    "restart.backoff.jitter",
                    "It must be between 0 and 1.");
        }
        int attempts = layers.value(p -> p.getRestart().getAttempts(), RestartPolicy.DEFAULT.attempts());
        if (attempts < 0) {
            throw layers.invalid(p -> p.getRestart().getAttempts(), "restart.attempts", "It must not be negative.");
        }
        Duration resetAfter = layers.positive(
                p -> p.getRestart().getResetAfter(), "restart.reset-after", RestartPolicy.DEFAULT.resetAfter());
        return new RestartPolicy(new Backoff(initial, multiplier, max, jitter), attempts, resetAfter);
    }
}
