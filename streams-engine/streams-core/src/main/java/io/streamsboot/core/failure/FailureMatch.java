package io.streamsboot.core.failure;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which failures a rule is about. An empty criterion matches everything; all criteria must match. Immutable.
 *
 * @param exceptions names of exception types, one of which some exception in the cause chain must have or extend; a
 *     name without a dot is compared with simple names. Names are compared as text, so a type need not be on the class
 *     path
 * @param messages texts, one of which must be in the message of some exception in the cause chain
 * @param stages the stages
 * @param topologies names of topologies; {@code *} stands for any characters
 * @param nodes names of nodes; {@code *} stands for any characters
 * @param topics names of topics; {@code *} stands for any characters
 */
public record FailureMatch(
        Set<String> exceptions,
        Set<String> messages,
        Set<Stage> stages,
        Set<String> topologies,
        Set<String> nodes,
        Set<String> topics) {

    /** Matches every failure. */
    public static final FailureMatch ANY = new FailureMatch(Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of());

    public FailureMatch {
        exceptions = Set.copyOf(exceptions);
        messages = Set.copyOf(messages);
        stages = Set.copyOf(stages);
        topologies = Set.copyOf(topologies);
        nodes = Set.copyOf(nodes);
        topics = Set.copyOf(topics);
    }

    /**
     * Failures with one of these exceptions in their cause chain.
     *
     * @param exceptions names of types
     * @return a new criterion
     */
    public static FailureMatch exceptions(String... exceptions) {
        return new FailureMatch(Set.of(exceptions), Set.of(), Set.of(), Set.of(), Set.of(), Set.of());
    }

    /**
     * Failures in one of these stages.
     *
     * @param stages the stages
     * @return a new criterion
     */
    public static FailureMatch stages(Stage... stages) {
        return new FailureMatch(Set.of(), Set.of(), Set.of(stages), Set.of(), Set.of(), Set.of());
    }

    /**
     * This criterion, narrowed to some stages.
     *
     * @param stages the stages
     * @return a new criterion
     */
    public FailureMatch in(Stage... stages) {
        return new FailureMatch(exceptions, messages, Set.of(stages), topologies, nodes, topics);
    }

    /**
     * This criterion, narrowed to messages.
     *
     * @param messages texts
     * @return a new criterion
     */
    public FailureMatch saying(String... messages) {
        return new FailureMatch(exceptions, Set.of(messages), stages, topologies, nodes, topics);
    }

    /**
     * Whether a failure is meant.
     *
     * @param failure the failure
     * @return whether all criteria match
     */
    public boolean matches(Failure failure) {
        return (stages.isEmpty() || stages.contains(failure.stage()))
                && matches(topologies, failure.topology())
                && matches(nodes, failure.node())
                && matches(topics, failure.topic())
                && matchesException(CauseChain.of(failure.exception()));
    }

    private boolean matchesException(List<Throwable> chain) {
        if (!exceptions.isEmpty() && chain.stream().noneMatch(cause -> CauseChain.isA(cause, exceptions))) {
            return false;
        }
        return messages.isEmpty() || chain.stream().anyMatch(this::matchesMessage);
    }

    private boolean matchesMessage(Throwable cause) {
        String message = CauseChain.message(cause);
        return message != null && messages.stream().anyMatch(message::contains);
    }

    private static boolean matches(Collection<String> patterns, @Nullable String name) {
        return patterns.isEmpty() || (name != null && patterns.stream().anyMatch(pattern -> glob(pattern, name)));
    }

    /** Compares from both ends of what lies between the stars, without regular expressions of a user's making. */
    private static boolean glob(String pattern, String name) {
        int star = pattern.indexOf('*');
        if (star < 0) {
            return pattern.equals(name);
        }
        if (!name.startsWith(pattern.substring(0, star))) {
            return false;
        }
        String rest = pattern.substring(star + 1);
        for (int begin = star; begin <= name.length(); begin++) {
            if (glob(rest, name.substring(begin))) {
                return true;
            }
        }
        return false;
    }
}
