package io.streamsboot.benchmarks.harness;

import java.util.List;

/**
 * What a comparison measured.
 *
 * @param name name of the comparison
 * @param series rounds by contestant, the baseline first; round i of all contestants was one turn
 */
public record ComparisonResult(String name, List<Series> series) {

    public ComparisonResult {
        series = List.copyOf(series);
    }

    /**
     * The rounds of one contestant.
     *
     * @param contestant its name
     * @param rounds its rounds, in the order in which they ran
     */
    public record Series(String contestant, List<Measurement> rounds) {

        public Series {
            rounds = List.copyOf(rounds);
        }

        double[] recordsPerSecond() {
            return rounds.stream().mapToDouble(Measurement::recordsPerSecond).toArray();
        }

        double[] processNanosPerRecord() {
            return rounds.stream()
                    .mapToDouble(Measurement::processNanosPerRecord)
                    .toArray();
        }

        double[] threadNanosPerRecord() {
            return rounds.stream()
                    .mapToDouble(Measurement::threadNanosPerRecord)
                    .toArray();
        }
    }

    Series baseline() {
        return series.get(0);
    }
}
