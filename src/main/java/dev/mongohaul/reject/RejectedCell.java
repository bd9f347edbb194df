package dev.mongohaul.reject;

import dev.mongohaul.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Cell at fault.
 *
 * @param number its index in the record, from 1
 * @param column the name of its column; {@code null} after the last one that has a name
 * @param value its text, shortened to {@value #LONGEST_VALUE} characters; {@code null} where it is not known
 */
public record RejectedCell(
        int number, @Nullable String column, @Nullable String value) {

    static final int LONGEST_VALUE = 200;

    public RejectedCell {
        if (number < 1) {
            throw new IllegalArgumentException("cell number " + number + ": cells are counted from 1");
        }
        value = value == null ? null : Printable.shortened(value, LONGEST_VALUE);
    }
}
