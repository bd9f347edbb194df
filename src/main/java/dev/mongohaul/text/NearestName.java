package dev.mongohaul.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Search for the name that a mistyped one was meant to be. */
public final class NearestName {

    private static final int MAX_LENGTH = 100;

    private NearestName() {}

    /** Returns a question in brackets to add to a message; empty where no name is near. */
    public static String hint(String given, Collection<String> names) {
        return of(given, names).map(name -> " (did you mean " + name + "?)").orElse("");
    }

    /** Returns the nearest of the names, where fewer than one letter in three differ. */
    public static Optional<String> of(String given, Collection<String> names) {
        if (given.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return names.stream()
                .filter(name -> 3 * distance(given, name) < Math.max(4, Math.min(given.length(), name.length())))
                .min(Comparator.comparingInt(name -> distance(given, name)));
    }

    /** Returns the letters to add, remove or change (Levenshtein), hyphens, underscores and case left aside. */
    private static int distance(String one, String other) {
        String a = plain(one);
        String b = plain(other);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
    }
}
