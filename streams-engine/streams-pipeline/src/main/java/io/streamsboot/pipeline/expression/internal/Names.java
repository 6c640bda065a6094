package io.streamsboot.pipeline.expression.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Proposes the name that was probably meant. */
public final class Names {

    private Names() {}

    /** A sentence that names the nearest of the known names, or all of them if they are few. */
    public static String didYouMean(String name, Collection<String> known) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return known.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(wanted, candidate.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(nearest -> distance(wanted, nearest.toLowerCase(Locale.ROOT)) <= 1 + wanted.length() / 3)
                .map(nearest -> "Did you mean '" + nearest + "'?")
                .orElseGet(() -> "There is: " + String.join(", ", known) + ".");
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
