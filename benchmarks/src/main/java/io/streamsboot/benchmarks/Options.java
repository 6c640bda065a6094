package io.streamsboot.benchmarks;

import io.streamsboot.benchmarks.harness.Rounds;
import java.util.List;

/**
 * What the command line asks for.
 *
 * @param rounds how often contestants take turns
 * @param records records of the input
 * @param only beginnings of the names of the comparisons to run; an empty one stands for all
 * @param contestants names of the contestants that take part
 * @param slices whether a round is a fraction of a second of a contestant that was begun before, and not a whole run
 */
record Options(Rounds rounds, long records, List<String> only, List<String> contestants, boolean slices) {

    static final String USAGE = "usage: [--smoke] [--slices] [--rounds=12] [--warmup=4] [--records=1000000]"
            + " [--only=BEGINNINGS OF COMPARISONS' NAMES, BY SEMICOLONS] [--contestants=bare,managed,off,wired,failing]";

    private static final List<String> ALL_CONTESTANTS = List.of("bare", "managed", "off", "wired", "failing");

    Options {
        contestants = List.copyOf(contestants);
        if (contestants.isEmpty() || !ALL_CONTESTANTS.containsAll(contestants)) {
            throw new IllegalArgumentException(
                    "--contestants are some of " + ALL_CONTESTANTS + ", but got " + contestants + "; " + USAGE);
        }
        if (records < 1) {
            throw new IllegalArgumentException("--records must be positive, but is " + records + "; " + USAGE);
        }
    }

    static Options parse(String... args) {
        int measured = 12;
        int warmup = 4;
        long records = 1_000_000;
        List<String> only = List.of("");
        boolean slices = false;
        List<String> contestants = ALL_CONTESTANTS;
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String name = equals < 0 ? arg : arg.substring(0, equals);
            String value = equals < 0 ? "" : arg.substring(equals + 1);
            try {
                switch (name) {
                    case "--smoke" -> {
                        measured = 1;
                        warmup = 0;
                        records = 5_000;
                    }
                    case "--slices" -> slices = true;
                    case "--rounds" -> measured = Integer.parseInt(value);
                    case "--warmup" -> warmup = Integer.parseInt(value);
                    case "--records" -> records = Long.parseLong(value);
                    case "--only" -> only = List.of(value.split(";"));
                    case "--contestants" -> contestants = List.of(value.split(","));
                    default -> throw new IllegalArgumentException("unknown");
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("Argument '" + arg + "' is not understood; " + USAGE, e);
            }
        }
        return new Options(new Rounds(warmup, measured), records, only, contestants, slices);
    }
}
