package io.streamsboot.core.failure;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides what is done about a failure, in every stage of every engine. Called on the thread that failed, possibly by
 * several threads at once; what it throws fails the task. It is never asked about {@linkplain ForeignFailures failures
 * that are not the record's}.
 */
@FunctionalInterface
public interface FailureClassifier {

    /** Knows the {@linkplain DefaultRules defaults} only. */
    FailureClassifier DEFAULT = of(List.of());

    /**
     * Decides.
     *
     * @param failure what happened
     * @return what is done about it
     */
    FailureAction classify(Failure failure);

    /**
     * A classifier of ordered rules: the first that matches decides, and after the last come the {@linkplain
     * DefaultRules defaults}.
     *
     * @param rules the rules
     * @return a new classifier, thread-safe
     */
    static FailureClassifier of(List<FailureRule> rules) {
        List<FailureRule> all = new ArrayList<>(rules);
        all.addAll(DefaultRules.RULES);
        List<FailureRule> ordered = List.copyOf(all);
        return failure -> {
            for (FailureRule rule : ordered) {
                if (rule.when().matches(failure)) {
                    return rule.action();
                }
            }
            return FailureAction.DEAD_LETTER;
        };
    }
}
