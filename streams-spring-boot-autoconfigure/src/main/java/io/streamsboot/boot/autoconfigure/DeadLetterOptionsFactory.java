package io.streamsboot.boot.autoconfigure;

import io.streamsboot.boot.autoconfigure.DeadLetterProperties.Rule;
import io.streamsboot.core.Backoff;
import io.streamsboot.core.deadletter.EnvelopeLimits;
import io.streamsboot.core.failure.DefaultRules;
import io.streamsboot.core.failure.FailureAction;
import io.streamsboot.core.failure.FailureClassifier;
import io.streamsboot.core.failure.FailureMatch;
import io.streamsboot.core.failure.FailureRule;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import io.streamsboot.topology.deadletter.DeadLetterTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/** Makes the treatment of failures from {@code streams.dead-letter} and {@code streams.topologies.<name>.dead-letter}. */
final class DeadLetterOptionsFactory {

    private static final String PATH = "dead-letter.";
    private static final String RULES = PATH + "rules";
    private static final Backoff STANDARD_BACKOFF = DefaultRules.UNAVAILABLE.backoff();

    private final @Nullable FailureClassifier classifier;

    /** With a classifier that replaces all rules, or null. */
    DeadLetterOptionsFactory(@Nullable FailureClassifier classifier) {
        this.classifier = classifier;
    }

    /** Refuses rules for topologies that do not exist. A name with a star may mean those that are still to come. */
    static void checkTopologies(List<Rule> rules, Collection<String> names) {
        for (int i = 0; i < rules.size(); i++) {
            for (String topology : rules.get(i).getTopologies()) {
                if (topology.indexOf('*') < 0 && !names.contains(topology)) {
                    throw new InvalidConfigurationPropertyValueException(
                            StreamsProperties.PREFIX + "." + RULES + "[" + i + "].topologies",
                            topology,
                            "There is no topology of this name. Known topologies: "
                                    + (names.isEmpty() ? "none" : new TreeSet<>(names)) + ".");
                }
            }
        }
    }

    DeadLetterOptions create(PropertyLayers layers) {
        return new DeadLetterOptions(
                layers.value(p -> p.getDeadLetter().getEnabled(), true),
                classifier(layers),
                topic(layers),
                new EnvelopeLimits(
                        layers.atLeast(
                                1,
                                p -> p.getDeadLetter().getStackTraceLength(),
                                PATH + "stack-trace-length",
                                EnvelopeLimits.DEFAULT.stackTrace()),
                        layers.atLeast(
                                1,
                                p -> p.getDeadLetter().getMessageLength(),
                                PATH + "message-length",
                                EnvelopeLimits.DEFAULT.message())),
                layers.atLeast(
                        0,
                        p -> p.getDeadLetter().getFailuresInARow(),
                        PATH + "failures-in-a-row",
                        DeadLetterOptions.DEFAULT.failuresInARow()),
                layers.value(p -> p.getDeadLetter().getOwnSource(), DeadLetterOptions.DEFAULT.ownSource()),
                layers.atLeast(
                        1,
                        p -> p.getDeadLetter().getMaxAttempts(),
                        PATH + "max-attempts",
                        DeadLetterOptions.DEFAULT.maxAttempts()));
    }

    private DeadLetterTopic topic(PropertyLayers layers) {
        DeadLetterTopic standard = DeadLetterTopic.DEFAULT;
        Function<TopologyProperties, @Nullable String> name =
                p -> p.getDeadLetter().getTopic().getName();
        Function<TopologyProperties, @Nullable Short> replicas =
                p -> p.getDeadLetter().getTopic().getReplicationFactor();
        short replicationFactor = layers.value(replicas, standard.replicationFactor());
        if (replicationFactor < 0) {
            throw layers.invalid(replicas, PATH + "topic.replication-factor", "It must not be negative.");
        }
        DeadLetterTopic topic = new DeadLetterTopic(
                standard.name(),
                layers.value(p -> p.getDeadLetter().getTopic().getCreate(), standard.create()),
                layers.atLeast(
                        0,
                        p -> p.getDeadLetter().getTopic().getPartitions(),
                        PATH + "topic.partitions",
                        standard.partitions()),
                replicationFactor,
                layers.positive(
                        p -> p.getDeadLetter().getTopic().getRetention(),
                        PATH + "topic.retention",
                        standard.retention()),
                maxMessageBytes(layers));
        try {
            return topic.named(layers.value(name, standard.name()));
        } catch (IllegalArgumentException e) {
            throw layers.invalid(name, PATH + "topic.name", String.valueOf(e.getMessage()));
        }
    }

    private static int maxMessageBytes(PropertyLayers layers) {
        Function<TopologyProperties, @Nullable DataSize> size =
                p -> p.getDeadLetter().getTopic().getMaxMessageSize();
        long bytes = layers.value(size, DataSize.ofBytes(DeadLetterTopic.DEFAULT.maxMessageBytes()))
                .toBytes();
        if (bytes != 0 && (bytes < DeadLetterTopic.LEAST_MESSAGE_BYTES || bytes > Integer.MAX_VALUE)) {
            throw layers.invalid(
                    size,
                    PATH + "topic.max-message-size",
                    "It must be 0, or between " + DeadLetterTopic.LEAST_MESSAGE_BYTES + "B and " + Integer.MAX_VALUE
                            + "B.");
        }
        return (int) bytes;
    }

    private FailureClassifier classifier(PropertyLayers layers) {
        List<FailureRule> rules = new ArrayList<>();
        List<Rule> own = layers.own().getDeadLetter().getRules();
        for (int i = 0; i < own.size(); i++) {
            String key = layers.key() + "." + RULES + "[" + i + "]";
            if (!own.get(i).getTopologies().isEmpty()) {
                throw new InvalidConfigurationPropertyValueException(
                        key + ".topologies",
                        own.get(i).getTopologies(),
                        "The rule is about this topology alone; a rule for several belongs below '"
                                + StreamsProperties.PREFIX + "." + RULES + "'.");
            }
            rules.add(rule(own.get(i), key));
        }
        List<Rule> all = layers.all().getDeadLetter().getRules();
        for (int i = 0; i < all.size(); i++) {
            rules.add(rule(all.get(i), StreamsProperties.PREFIX + "." + RULES + "[" + i + "]"));
        }
        if (classifier == null) {
            return FailureClassifier.of(rules);
        }
        if (!rules.isEmpty()) {
            throw new StreamsConfigurationException(
                    "There are rules below '" + (own.isEmpty() ? StreamsProperties.PREFIX : layers.key()) + "." + RULES
                            + "', and a FailureClassifier bean, which decides without them.",
                    "Remove the rules, or the bean. A bean can be made of rules by FailureClassifier.of(...).");
        }
        return classifier;
    }

    private static FailureRule rule(Rule rule, String key) {
        FailureMatch match = new FailureMatch(
                Set.copyOf(texts(rule.getExceptions(), key + ".exceptions")),
                Set.copyOf(texts(rule.getMessages(), key + ".messages")),
                Set.copyOf(rule.getStages()),
                Set.copyOf(texts(rule.getTopologies(), key + ".topologies")),
                Set.copyOf(texts(rule.getNodes(), key + ".nodes")),
                Set.copyOf(texts(rule.getTopics(), key + ".topics")));
        DeadLetterProperties.Action action = rule.getAction();
        if (action == null) {
            throw new InvalidConfigurationPropertyValueException(
                    key + ".action", null, "A rule needs an action: retry, dead-letter, skip or fail.");
        }
        if (action == DeadLetterProperties.Action.RETRY) {
            return new FailureRule(match, retry(rule, key));
        }
        checkNoRetry(rule, key);
        return new FailureRule(match, simple(action));
    }

    private static List<String> texts(List<String> texts, String key) {
        for (String text : texts) {
            if (text == null || text.isBlank()) {
                throw new InvalidConfigurationPropertyValueException(key, texts, "No entry may be blank.");
            }
        }
        return texts;
    }

    private static FailureAction simple(DeadLetterProperties.Action action) {
        return switch (action) {
            case DEAD_LETTER -> FailureAction.DEAD_LETTER;
            case SKIP -> FailureAction.SKIP;
            case FAIL -> FailureAction.FAIL;
            case RETRY -> throw new IllegalArgumentException("a retry needs more than its name");
        };
    }

    private static void checkNoRetry(Rule rule, String key) {
        BackoffProperties backoff = rule.getBackoff();
        String set = rule.getAttempts() != null
                ? "attempts"
                : rule.getThen() != null
                        ? "then"
                        : backoff.getInitial() != null
                                        || backoff.getMultiplier() != null
                                        || backoff.getMax() != null
                                        || backoff.getJitter() != null
                                ? "backoff"
                                : null;
        if (set != null) {
            throw new InvalidConfigurationPropertyValueException(
                    key + "." + set,
                    rule.getAction(),
                    "Only the action 'retry' has '" + set + "', and the rule's action is another.");
        }
    }

    private static FailureAction retry(Rule rule, String key) {
        Integer attempts = rule.getAttempts();
        if (attempts != null && attempts < 1) {
            throw new InvalidConfigurationPropertyValueException(key + ".attempts", attempts, "It must be at least 1.");
        }
        DeadLetterProperties.Action then = rule.getThen();
        if (then == DeadLetterProperties.Action.RETRY) {
            throw new InvalidConfigurationPropertyValueException(
                    key + ".then", then, "What comes after all tries must not be a retry again.");
        }
        return new FailureAction.Retry(
                attempts == null ? DefaultRules.UNAVAILABLE.attempts() : attempts,
                backoff(rule.getBackoff(), key + ".backoff"),
                then == null ? FailureAction.FAIL : simple(then));
    }

    private static Backoff backoff(BackoffProperties backoff, String key) {
        Duration initial = orElse(backoff.getInitial(), STANDARD_BACKOFF.initial());
        Duration max = orElse(
                backoff.getMax(), initial.compareTo(STANDARD_BACKOFF.max()) > 0 ? initial : STANDARD_BACKOFF.max());
        double multiplier = orElse(backoff.getMultiplier(), STANDARD_BACKOFF.multiplier());
        double jitter = orElse(backoff.getJitter(), STANDARD_BACKOFF.jitter());
        if (initial.isZero() || initial.isNegative()) {
            throw new InvalidConfigurationPropertyValueException(key + ".initial", initial, "It must be positive.");
        }
        if (max.compareTo(initial) < 0) {
            throw new InvalidConfigurationPropertyValueException(
                    key + ".max", max, "It must not be below the first pause, which is " + initial + ".");
        }
        if (!(multiplier >= 1) || Double.isInfinite(multiplier)) {
            throw new InvalidConfigurationPropertyValueException(
                    key + ".multiplier", multiplier, "It must be at least 1.");
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new InvalidConfigurationPropertyValueException(
                    key + ".jitter", jitter, "It must be between 0 and 1.");
        }
        return new Backoff(initial, multiplier, max, jitter);
    }

    private static <T> T orElse(@Nullable T value, T standard) {
        return value == null ? standard : value;
    }
}
