package dev.mongohaul.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Search for the name that a mistyped one was meant to be. */
public final class NearestName {

    private static final int MAX_LENGTH = 100;

    private NearestName() {}

    /** Returns a question in brackets to add to a message; empty if no name is near. */
    public static String hint(String given, Collection<String> names) {
        return of(given, names).map(name -> " (did you mean " + name + "?)").orElse("");
    }

    /** Returns the nearest of the names; empty if one letter in three differs, or more. */
    public static Optional<String> of(String given, Collection<String> names) {
        if (given.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return names.stream()
                .filter(name -> 3 * distance(given, name) < Math.max(4, Math.min(given.length(), name.length())))
                .min(Comparator.comparingInt(name -> distance(given, name)));
    }

    /**
     * Returns the number of letters to add, remove, change or swap with the next one, without regard to hyphens,
     * underscores and case (optimal string alignment).
     */
    private static int distance(String one, String other) {
        String a = plain(one);
        String b = plain(other);
        int[][] steps = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    steps[i][j] = i + j;
                    continue;
                }
                int change = steps[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                steps[i][j] = Math.min(change, Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    steps[i][j] = Math.min(steps[i][j], steps[i - 2][j - 2] + 1);
                }
            }
        }
        return steps[a.length()][b.length()];
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
    }
}
