package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.core.failure.Failure;
import io.streamsboot.core.failure.FailureAction;
import io.streamsboot.core.failure.ForeignFailures;
import io.streamsboot.core.failure.LogThrottle;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a classifier's action into what is done now: it knows how often a record was tried already, whether a node fails
 * on everything, and which failures are not the record's at all. Remembers across restarts of the topology. Thread-safe.
 */
final class Judge {

    private static final Logger LOG = LoggerFactory.getLogger(Judge.class);
    private static final int MAX_REMEMBERED = 10_000;

    private final DeadLetterOptions options;
    private final SendFailures sendFailures;
    private final Tally tally;
    private final LogThrottle throttle;
    private final Map<String, Integer> tries = bounded();
    private final Map<String, Integer> streaks = bounded();

    Judge(DeadLetterOptions options, SendFailures sendFailures, Tally tally, Clock clock) {
        this.options = options;
        this.sendFailures = sendFailures;
        this.tally = tally;
        this.throttle = new LogThrottle(clock);
    }

    private static Map<String, Integer> bounded() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > MAX_REMEMBERED;
            }
        };
    }

    /** Whether a failure is about another record, or about none. A failed send is the failure of its own record alone. */
    private boolean isForeign(Failure failure) {
        return ForeignFailures.test(failure.exception())
                || (failure.stage() != Stage.PRODUCE && sendFailures.contains(failure.exception()));
    }

    FailureAction classify(Failure failure) {
        if (isForeign(failure)) {
            return FailureAction.FAIL;
        }
        try {
            return options.classifier().classify(failure);
        } catch (RuntimeException e) {
            LOG.error(
                    "Topology '{}': the classifier failed itself, so the task fails. It was asked about {}",
                    failure.topology(),
                    failure,
                    e);
            return FailureAction.FAIL;
        }
    }

    /**
     * Decides.
     *
     * @param failure what happened
     * @param record names the record; null if there is none
     * @param exhausted whether tries in place were made in vain
     */
    Ruling rule(Failure failure, @Nullable String record, boolean exhausted) {
        FailureAction action = classify(failure);
        if (action instanceof FailureAction.Retry retry) {
            String key = failure.stage() + " " + failure.node() + " " + record;
            action = exhausted || triedBefore(key) >= retry.attempts() ? retry.then() : FailureAction.FAIL;
        }
        Ruling ruling = action instanceof FailureAction.DeadLetter
                ? Ruling.DEAD_LETTER
                : action instanceof FailureAction.Skip ? Ruling.SKIP : Ruling.FAIL;
        log(failure, record, ruling);
        tally.count(failure.stage(), failure.exception(), ruling);
        return ruling;
    }

    private synchronized int triedBefore(String key) {
        int before = tries.getOrDefault(key, 0);
        tries.put(key, before + 1);
        return before;
    }

    /**
     * Counts failures in a row of a node in a task.
     *
     * @param inARow whether no record succeeded since the last failure
     * @return whether the node is to be taken for broken
     */
    synchronized boolean isBroken(String node, boolean inARow) {
        int streak = inARow ? streaks.getOrDefault(node, 0) + 1 : 1;
        streaks.put(node, streak);
        return options.failuresInARow() > 0 && streak > options.failuresInARow();
    }

    private void log(Failure failure, @Nullable String record, Ruling ruling) {
        String type = failure.exception().getClass().getName();
        long held = throttle.acquire(ruling + " " + failure.stage() + " " + failure.node() + " " + type);
        if (held < 0) {
            return;
        }
        String more = held == 0 ? "" : " (and " + held + " more of this kind since the last message)";
        String what = ruling == Ruling.DEAD_LETTER ? "set aside" : ruling == Ruling.SKIP ? "skipped" : "not accepted";
        LOG.warn(
                "Topology '{}': record {} is {} in stage {} at {}{}: {}",
                failure.topology(),
                record,
                what,
                failure.stage().text(),
                failure.node(),
                more,
                shorten(failure.exception()));
    }

    private static String shorten(Throwable exception) {
        String text;
        try {
            text = exception.toString();
        } catch (RuntimeException e) {
            text = exception.getClass().getName();
        }
        return text.length() <= 500 ? text : text.substring(0, 500) + "…";
    }
}
