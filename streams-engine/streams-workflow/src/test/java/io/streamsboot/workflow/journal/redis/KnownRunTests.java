package io.streamsboot.workflow.journal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KnownRunTests {

    private final Chunk steps = new Chunk(0);
    private final Chunk outcomes = new Chunk(1);
    private final KnownRun run = new KnownRun("r", 5);

    @Test
    void leavesStepsOnceItsOutcomeStandsAlone() {
        run.written(0, Written.STEPS, steps);
        run.written(1, Written.STEPS, steps);
        assertThat(run.hasOutcome()).isFalse();
        run.written(2, Written.WHOLE, outcomes);
        assertThat(run.hasOutcome()).isTrue();
        assertThat(run.keepOutcome()).containsExactly(steps);
        assertThat(run.chunks()).containsExactly(outcomes);
        assertThat(run.leave()).containsExactly(outcomes);
    }

    @Test
    void keepsStepsWhoseClaimAnOutcomeNeeds() {
        run.written(0, Written.STEPS, steps);
        run.written(1, Written.OUTCOME, outcomes);
        assertThat(run.keepOutcome()).isEmpty();
        assertThat(run.chunks()).containsExactly(steps, outcomes);
    }

    @Test
    void leavesAChunkToOthersThatUseIt() {
        steps.use();
        run.written(0, Written.STEPS, steps);
        assertThat(run.leave()).isEmpty();
        assertThat(steps.leave()).isTrue();
    }

    @Test
    void hasNoOutcomeAfterAReset() {
        run.written(0, Written.BATCH, steps);
        run.written(1, Written.WHOLE, outcomes);
        assertThat(run.isUnfinishedBatch()).isFalse();
        run.written(2, Written.RESET, steps);
        assertThat(run.hasOutcome()).isFalse();
        assertThat(run.isUnfinishedBatch()).isTrue();
    }

    /** Indexes are read in any order, and of some runs the first writes are gone. */
    @Test
    void takesWritesInAnyOrder() {
        run.written(6, Written.WHOLE, outcomes);
        run.written(2, Written.STEPS, steps);
        assertThat(run.next()).isEqualTo(7);
        assertThat(run.chunks()).containsExactly(steps, outcomes);
        assertThat(run.hasOutcome()).isTrue();
    }
}
