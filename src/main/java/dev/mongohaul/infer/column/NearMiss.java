package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Type that all but a few cells of a column of text have.
 *
 * @param type the type, and the other cells
 * @param other a second type that the same cells have; null if there is none
 * @param typed the column with the type, if that is certain and the other cells are few enough to be faults; null otherwise
 */
record NearMiss(
        Candidate type, @Nullable FieldSpec other, @Nullable ColumnType typed) {

    /** Most cells that are faults of the input, and no sign of another type. */
    private static final int MOST_FAULTS = 20;

    long misses() {
        return type.misses();
    }

    /** Returns the same with the markers of a missing value as blanks, which the counted cells do not include. */
    NearMiss withNulls(Set<String> markers) {
        if (markers.isEmpty()) {
            return this;
        }
        Set<String> nulls = new HashSet<>(markers);
        nulls.add("");
        Candidate blanks =
                new Candidate(type.field().withNulls(nulls), type.cells(), type.misses(), type.first(), type.line());
        return new NearMiss(blanks, other == null ? null : other.withNulls(nulls), typed);
    }

    /** Returns the same with the column that has the type; a boolean, and one of two types, is not certain. */
    NearMiss withTyped(ColumnType column) {
        boolean certain = misses() <= MOST_FAULTS
                && misses() * TypeTrials.ONE_MISS_IN <= type.cells()
                && other == null
                && !column.isText();
        return new NearMiss(type, other, certain ? column : null);
    }

    /** Returns whether the other cells are very few among many. */
    boolean isOfMany() {
        return misses() * TypeTrials.ONE_MISS_IN <= type.cells();
    }

    /** Returns text on the cells that the type rejects. */
    String rejected() {
        return "%s %s rejected".formatted(cellsInWords(), misses() == 1 ? "is" : "are");
    }

    /** Returns text such as {@code a date except for 2 of 2,500 cells}, with the first of them and the type. */
    String comment() {
        String word = type.field().type().word();
        return "%s %s except for %,d of %s: %s; %s rejects %s"
                .formatted(
                        "aeio".indexOf(word.charAt(0)) < 0 ? "a" : "an",
                        word,
                        misses(),
                        Counted.of(type.cells(), "cell"),
                        type.example(),
                        FieldText.of(type.field()) + (other == null ? "" : " or " + FieldText.of(other)),
                        misses() == 1 ? "it" : "them");
    }

    /**
     * Returns a sentence on a column that is text because of the other cells, with the option that changes it.
     *
     * @param note further text
     */
    String sentence(String column, String note) {
        return "%s: text, because of %s; %s rejects %s%s."
                .formatted(
                        Printable.excerpt(column),
                        cellsInWords(),
                        TypeOption.of(column, type.field())
                                + (other == null ? "" : " or " + TypeOption.of(column, other)),
                        misses() == 1 ? "it" : "them",
                        note);
    }

    /** Returns text such as {@code 2 of 4,984 cells, first "many" in line 2285}. */
    private String cellsInWords() {
        return "%,d of %s, %s%s%s"
                .formatted(
                        misses(),
                        Counted.of(type.cells(), "cell"),
                        misses() == 1 ? "" : "first ",
                        type.first(),
                        type.line() == 0 ? "" : " in line " + type.line());
    }
}
