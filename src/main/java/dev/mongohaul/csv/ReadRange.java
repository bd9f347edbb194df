package dev.mongohaul.csv;

/**
 * Range of the inputs: the records that begin in it.
 *
 * @param from global offset of an input's first byte or of a record's beginning
 * @param to global offset that no record of the range begins at or after
 * @param startLine line of {@code from} in its input, from 1; 1 at an input's first byte
 */
public record ReadRange(long from, long to, long startLine) {

    public ReadRange {
        if (from < 0 || to < from || startLine < 1) {
            throw new IllegalArgumentException(
                    "No range of records: from %d to %d, line %d".formatted(from, to, startLine));
        }
    }
}
