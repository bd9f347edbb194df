package dev.mongohaul.text;

import java.util.Locale;

/** Numbers with their nouns, for messages. */
public final class Counted {

    private Counted() {}

    /** Returns text such as {@code 1 record} and {@code 48,184 records}. */
    public static String of(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }

    /** Returns the same with its verb: {@code 1 record is}, {@code 48,184 records are}. */
    public static String of(long count, String noun, String singular, String plural) {
        return of(count, noun) + " " + (count == 1 ? singular : plural);
    }
}
