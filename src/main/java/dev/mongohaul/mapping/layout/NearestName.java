package dev.mongohaul.mapping.layout;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody meant who wrote another. */
final class NearestName {

    /** So many letters may be wrong in a short name; in a longer one, a third of them. */
    private static final int WRONG_LETTERS = 2;

    private NearestName() {}

    /** The name with the fewest letters to change, their case not counted; none where all are far off. */
    static Optional<String> of(String written, Collection<String> names) {
        int tolerance = Math.max(WRONG_LETTERS, written.length() / 3);
        return names.stream()
                .filter(name -> Math.abs(name.length() - written.length()) <= tolerance)
                .filter(name -> distance(written, name) <= tolerance)
                .min(Comparator.comparingInt(name -> distance(written, name)));
    }

    /** Levenshtein's distance, row by row. */
    private static int distance(String one, String other) {
        String left = one.toLowerCase(Locale.ROOT);
        String right = other.toLowerCase(Locale.ROOT);
        int[] row = new int[right.length() + 1];
        for (int column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (int at = 1; at <= left.length(); at++) {
            int diagonal = row[0];
            row[0] = at;
            for (int column = 1; column < row.length; column++) {
                int replaced = diagonal + (left.charAt(at - 1) == right.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, 1 + Math.min(row[column], row[column - 1]));
            }
        }
        return row[right.length()];
    }
}
