package dev.mongohaul.text;

import java.util.Locale;

/** Numbers with their nouns, for messages. */
public final class Counted {

    private Counted() {}

    /** Returns text such as {@code 1 record} and {@code 48,184 records}. */
    public static String of(long count, String noun) {
        return number(count) + " " + noun + (count == 1 ? "" : "s");
    }

    public static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
