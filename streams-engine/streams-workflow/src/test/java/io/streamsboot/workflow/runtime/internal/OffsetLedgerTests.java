package io.streamsboot.workflow.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class OffsetLedgerTests {

    @Test
    void commitsOnlyTheFinishedPrefix() {
        OffsetLedger ledger = ledger(0, 0, 1, 2);
        ledger.finish(1);
        assertThat(ledger.frontier()).isZero();
        ledger.finish(0);
        assertThat(ledger.frontier()).isEqualTo(2);
    }

    @Test
    void passesOverGapsUpToThePositionAndNoFurther() {
        OffsetLedger ledger = ledger(0, 0, 5);
        ledger.finish(0);
        assertThat(ledger.frontier()).isEqualTo(5);
        ledger.finish(5);
        assertThat(ledger.frontier()).isEqualTo(6);
        ledger.position(9);
        assertThat(ledger.frontier()).isEqualTo(9);
    }

    @Test
    void namesWhatIsFinishedBeyondThePrefix() {
        OffsetLedger ledger = ledger(10, 10, 11, 12, 15);
        ledger.finish(11);
        ledger.finish(15);
        Commit commit = ledger.commit();
        FinishedMap map = FinishedMap.decode(commit.offset(), commit.metadata());
        assertThat(commit.offset()).isEqualTo(10);
        assertThat(map.contains(10)).isFalse();
        assertThat(map.contains(11)).isTrue();
        assertThat(map.contains(12)).isFalse();
        assertThat(map.contains(15)).isTrue();
    }

    @Test
    void doesNotWorkOnWhatTheMapNames() {
        OffsetLedger before = ledger(0, 0, 1, 2);
        before.finish(1);
        Commit commit = before.commit();
        OffsetLedger after = new OffsetLedger(commit.offset(), FinishedMap.decode(commit.offset(), commit.metadata()));
        assertThat(after.add(0)).isTrue();
        assertThat(after.add(1)).isFalse();
        assertThat(after.add(2)).isTrue();
    }

    @Test
    void passesOnWhatItInheritedUntilItComesAgain() {
        OffsetLedger before = ledger(0, 0, 1, 2, 3);
        before.finish(2);
        Commit commit = before.commit();
        OffsetLedger after = new OffsetLedger(commit.offset(), FinishedMap.decode(commit.offset(), commit.metadata()));
        after.add(0);
        after.finish(0);
        Commit next = after.commit();
        assertThat(next.offset()).isEqualTo(1);
        assertThat(FinishedMap.decode(next.offset(), next.metadata()).contains(2))
                .isTrue();
    }

    @Test
    void refusesAnOffsetBelowThePosition() {
        OffsetLedger ledger = ledger(0, 0, 1);
        assertThatThrownBy(() -> ledger.add(1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void doesNotMakeACommitThatIsTooLarge() {
        OffsetLedger ledger = new OffsetLedger(0, FinishedMap.EMPTY);
        Random random = new Random(1);
        for (int offset = 0; offset < 90_000; offset++) {
            ledger.add(offset);
        }
        for (int offset = 1; offset < 90_000; offset++) {
            if (random.nextInt(20) == 0) {
                ledger.choose(offset);
            }
        }
        assertThat(ledger.commitWithChosen()).isNull();
        assertThat(ledger.commit().metadata()).isEmpty();
    }

    /** Random arrivals, choices, ends and take-overs against sets of offsets. */
    @RepeatedTest(200)
    void agreesWithItsModel(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        TreeSet<Long> log = new TreeSet<>();
        for (long offset = 0; log.size() < 300; offset += 1 + (random.nextInt(4) == 0 ? random.nextInt(30) : 0)) {
            log.add(offset);
        }
        TreeSet<Long> finished = new TreeSet<>();
        TreeSet<Long> committedFinished = new TreeSet<>();
        long committed = 0;
        String metadata = "";
        OffsetLedger ledger = new OffsetLedger(0, FinishedMap.EMPTY);
        TreeMap<Long, Boolean> open = new TreeMap<>();
        long next = 0;
        for (int step = 0; step < 2_000; step++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    Long offset = log.ceiling(next);
                    if (offset != null) {
                        boolean work = ledger.add(offset);
                        assertThat(work).as("offset %s", offset).isEqualTo(!committedFinished.contains(offset));
                        if (work) {
                            open.put(offset, true);
                        }
                        next = offset + 1;
                    }
                }
                case 2 -> {
                    List<Long> all = new ArrayList<>(open.keySet());
                    if (!all.isEmpty()) {
                        Long offset = all.get(random.nextInt(all.size()));
                        ledger.choose(offset);
                        if (random.nextBoolean()) {
                            ledger.unchoose(offset);
                        } else {
                            ledger.finish(offset);
                            open.remove(offset);
                            finished.add(offset);
                        }
                    }
                }
                case 3 -> {
                    Commit commit = ledger.commit();
                    committed = commit.offset();
                    metadata = commit.metadata();
                    committedFinished = new TreeSet<>(finished);
                    ledger.committed(committed);
                    Long firstOpen = open.isEmpty() ? null : open.firstKey();
                    assertThat(committed).isEqualTo(firstOpen == null ? next : firstOpen);
                    assertThat(metadata.length()).isLessThanOrEqualTo(FinishedMap.MAX_LENGTH);
                    FinishedMap map = FinishedMap.decode(committed, metadata);
                    for (Long offset : log.tailSet(committed)) {
                        assertThat(map.contains(offset)).isEqualTo(finished.contains(offset));
                    }
                }
                default -> {
                    if (random.nextInt(20) == 0) {
                        ledger = new OffsetLedger(committed, FinishedMap.decode(committed, metadata));
                        finished = new TreeSet<>(committedFinished);
                        open.clear();
                        next = committed;
                    }
                }
            }
        }
    }

    private static OffsetLedger ledger(long committed, long... offsets) {
        OffsetLedger ledger = new OffsetLedger(committed, FinishedMap.EMPTY);
        for (long offset : offsets) {
            ledger.add(offset);
        }
        return ledger;
    }
}
