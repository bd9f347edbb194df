package dev.mongohaul.infer;

import dev.mongohaul.text.Counted;

/**
 * Extent of a sample.
 *
 * @param isWhole whether every byte was read
 * @param places number of places where records were found; 0 where only the beginning or all was read
 */
record SampleExtent(boolean isWhole, int places) {

    /** Returns text such as {@code all 48,184 records}. */
    String describe(long records) {
        String counted = Counted.of(records, "record");
        if (isWhole) {
            return records == 1 ? "the only record" : "all " + counted;
        }
        return places == 0 ? "the first " + counted : counted + " at " + Counted.of(places, "place");
    }
}
