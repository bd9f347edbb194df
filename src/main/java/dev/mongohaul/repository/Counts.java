package dev.mongohaul.repository;

/**
 * What became of records. Every record read is in exactly one of the others.
 *
 * @param read records met in the input
 * @param written documents inserted, replaced, updated or deleted
 * @param alreadyThere documents that the collection held already, equal in every byte
 * @param rejected records given up, whatever the reason
 * @param unmatched operations that found no document to act on
 */
public record Counts(long read, long written, long alreadyThere, long rejected, long unmatched) {

    public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    public Counts plus(Counts other) {
        return new Counts(
                read + other.read,
                written + other.written,
                alreadyThere + other.alreadyThere,
                rejected + other.rejected,
                unmatched + other.unmatched);
    }

    public Counts minus(Counts other) {
        return new Counts(
                read - other.read,
                written - other.written,
                alreadyThere - other.alreadyThere,
                rejected - other.rejected,
                unmatched - other.unmatched);
    }

    /** Whether every record read is accounted for. */
    public boolean balanced() {
        return read == written + alreadyThere + rejected + unmatched;
    }
}
