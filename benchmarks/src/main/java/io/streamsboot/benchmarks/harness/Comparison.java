package io.streamsboot.benchmarks.harness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Contestants that do the same work in turns, in one JVM. The first is the baseline.
 *
 * @param name what the table calls it
 * @param contestants who takes part, at least one
 */
public record Comparison(String name, List<? extends Contestant> contestants) {

    public Comparison {
        contestants = List.copyOf(contestants);
        if (contestants.isEmpty()) {
            throw new IllegalArgumentException("comparison '" + name + "' has no contestants");
        }
        if (contestants.stream().map(Contestant::name).distinct().count() < contestants.size()) {
            throw new IllegalArgumentException("comparison '" + name + "' has two contestants of one name");
        }
    }

    /**
     * Runs all rounds.
     *
     * @param rounds how many
     * @param progress is told of every round, in one line
     * @return the rounds that count
     * @throws Exception what a contestant throws
     */
    public ComparisonResult run(Rounds rounds, Consumer<String> progress) throws Exception {
        Map<String, List<Measurement>> measured = new HashMap<>();
        contestants.forEach(contestant -> measured.put(contestant.name(), new ArrayList<>()));
        for (int turn = 0; turn < rounds.total(); turn++) {
            boolean counts = turn >= rounds.warmup();
            for (Contestant contestant : Rounds.order(contestants, turn)) {
                // The garbage of one contestant is not to be collected at the cost of the next.
                System.gc();
                Measurement measurement = contestant.round();
                progress.accept(Table.progress(name, contestant.name(), turn - rounds.warmup() + 1, measurement));
                if (counts) {
                    Objects.requireNonNull(measured.get(contestant.name())).add(measurement);
                }
            }
        }
        return result(measured);
    }

    /**
     * In each round lets all contestants begin, and then go on in turns of a fraction of a second while the others stand still;
     * the turns of a round add up. What slows the machine down for longer than a turn slows all of them alike, and what one
     * beginning has by luck, such as where its memory lies, is drawn anew with each round.
     *
     * @param rounds how often all begin
     * @param progress is told of every round, in one line for each contestant
     * @return the rounds that count
     * @throws IllegalArgumentException if a contestant cannot be paused
     * @throws Exception what a contestant throws
     */
    public ComparisonResult runInSlices(Rounds rounds, Consumer<String> progress) throws Exception {
        Map<String, List<Measurement>> measured = new HashMap<>();
        contestants.forEach(contestant -> measured.put(contestant.name(), new ArrayList<>()));
        for (int round = 0; round < rounds.total(); round++) {
            Map<String, Measurement> sums;
            try (OpenSlices open = OpenSlices.of(name, Rounds.order(contestants, round))) {
                sums = open.takeTurns();
            }
            for (Contestant contestant : contestants) {
                Measurement sum = Objects.requireNonNull(sums.get(contestant.name()));
                progress.accept(Table.progress(name, contestant.name(), round - rounds.warmup() + 1, sum));
                if (round >= rounds.warmup()) {
                    Objects.requireNonNull(measured.get(contestant.name())).add(sum);
                }
            }
        }
        return result(measured);
    }

    private ComparisonResult result(Map<String, List<Measurement>> measured) {
        return new ComparisonResult(
                name,
                contestants.stream()
                        .map(contestant -> new ComparisonResult.Series(
                                contestant.name(), Objects.requireNonNull(measured.get(contestant.name()))))
                        .toList());
    }
}
