package dev.mongohaul.reject;

import org.jspecify.annotations.Nullable;

/**
 * The cell a record was given up for.
 *
 * @param number its place in the record, from 1
 * @param column the name of its column; {@code null} behind the last one that has a name
 * @param value its text, shortened to {@value #LONGEST_VALUE} characters; {@code null} where it cannot be told
 */
public record RejectedCell(
        int number, @Nullable String column, @Nullable String value) {

    static final int LONGEST_VALUE = 200;

    public RejectedCell {
        if (number < 1) {
            throw new IllegalArgumentException("cell number " + number + ": cells are counted from 1");
        }
        value = value == null ? null : Excerpt.of(value, LONGEST_VALUE);
    }
}
