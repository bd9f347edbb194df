package dev.mongohaul.infer;

/**
 * What part of the inputs was looked at.
 *
 * @param places where records were found, of a sample at places; 0 otherwise
 */
public record Extent(Kind kind, int places) {

    static final Extent WHOLE = new Extent(Kind.WHOLE, 0);
    static final Extent BEGINNING = new Extent(Kind.BEGINNING, 0);

    /** Of what kind it is. */
    public enum Kind {
        /** Every byte. */
        WHOLE,
        /** The first ones. */
        BEGINNING,
        /** Places all over, the first and the last bytes included. */
        PLACES
    }

    public boolean isWhole() {
        return kind == Kind.WHOLE;
    }

    /** What was looked at, as in {@code all 48,184 records}. */
    public String describe(long records) {
        return switch (kind) {
            case WHOLE -> records == 1 ? "the only record" : "all " + Counted.of(records, "record");
            case BEGINNING -> "the first " + Counted.of(records, "record");
            case PLACES -> Counted.of(records, "record") + " at " + Counted.of(places, "place");
        };
    }
}
