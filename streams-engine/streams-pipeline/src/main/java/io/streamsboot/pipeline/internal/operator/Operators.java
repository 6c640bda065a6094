package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.definition.Aggregation;
import io.streamsboot.pipeline.definition.EventTime;
import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.internal.time.State;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes operators, and guards that what they find in their state is their own. */
public final class Operators {

    private static final byte[] PLAN = "plan".getBytes(StandardCharsets.US_ASCII);

    private Operators() {}

    /**
     * The operator of a step.
     *
     * @param inputs names of the inputs of the stage
     */
    public static Operator of(KeyedStep step, List<String> inputs, State state) {
        if (step instanceof KeyedStep.WindowedAggregate window) {
            return new WindowOperator(window, state);
        } else if (step instanceof KeyedStep.SessionAggregate session) {
            return new SessionOperator(session, state);
        } else if (step instanceof KeyedStep.Dedupe dedupe) {
            return new DedupeOperator(dedupe, state);
        } else if (step instanceof KeyedStep.TopN top) {
            return RankOperator.top(top.n(), top.groupBy(), top.as(), top.orderBy(), top.descending(), state);
        } else if (step instanceof KeyedStep.LastN last) {
            return RankOperator.last(last.n(), last.groupBy(), last.as(), state);
        }
        KeyedStep.StreamJoin join = (KeyedStep.StreamJoin) step;
        Set<String> shared = new HashSet<>(join.leftKeys());
        shared.retainAll(join.rightKeys());
        return new JoinOperator(join, new Joining(inputs.get(1) + "_", List.of(), join.rightRename(), shared), state);
    }

    /** What a row may be late by. */
    public static long lateness(KeyedStep step) {
        if (step instanceof KeyedStep.WindowedAggregate window) {
            return window.allowedLatenessMs();
        } else if (step instanceof KeyedStep.SessionAggregate session) {
            return session.allowedLatenessMs();
        }
        return step instanceof KeyedStep.StreamJoin join ? join.allowedLatenessMs() : 0;
    }

    /** What must not change as long as the state is kept: what the entries of the state mean. */
    public static String plan(KeyedStep step, Map<String, @Nullable EventTime> times) {
        StringBuilder plan = new StringBuilder(step.op()).append(" by ").append(step.keys());
        if (step instanceof KeyedStep.WindowedAggregate window) {
            plan.append(' ').append(window.windows());
            window.aggs().forEach(agg -> plan.append(shown(agg)));
        } else if (step instanceof KeyedStep.SessionAggregate session) {
            plan.append(" gap ").append(session.gapMs());
            session.aggs().forEach(agg -> plan.append(shown(agg)));
        } else if (step instanceof KeyedStep.Dedupe dedupe) {
            plan.append(" within ").append(dedupe.withinMs());
        } else if (step instanceof KeyedStep.TopN top) {
            plan.append(" top ").append(top.n()).append(" of ").append(top.orderBy());
            plan.append(top.descending() ? " descending" : " ascending");
        } else if (step instanceof KeyedStep.LastN last) {
            plan.append(" last ").append(last.n());
        } else if (step instanceof KeyedStep.StreamJoin join) {
            plan.append(" and ").append(join.rightKeys()).append(" within ").append(join.windowMs());
        }
        times.forEach((source, time) ->
                plan.append("; ").append(source).append(" at ").append(time));
        return plan.toString();
    }

    private static String shown(Aggregation agg) {
        return ", " + agg.op() + " of " + agg.column() + (agg.op().equals("percentile") ? " at " + agg.p() : "");
    }

    /**
     * Sees to it that the state was made by this plan.
     *
     * @throws PipelineException if it was made by another
     */
    public static void guard(String pipeline, String output, String plan, State state) {
        byte[] now = plan.getBytes(StandardCharsets.UTF_8);
        byte[] before = state.get(PLAN);
        if (before == null) {
            state.put(PLAN, now);
        } else if (!plan.equals(new String(before, StandardCharsets.UTF_8))) {
            throw new PipelineException(
                    "Pipeline '" + pipeline + "', stage of '" + output
                            + "': its state was made by another plan. It was: "
                            + new String(before, StandardCharsets.UTF_8) + ". It is: " + plan + ".",
                    "Undo the change, or raise 'version' of the pipeline, which begins with no state under another"
                            + " application id, or reset the application.",
                    null);
        }
    }
}
