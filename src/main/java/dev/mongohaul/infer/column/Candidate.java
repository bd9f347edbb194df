package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.spec.FieldSpec;

/**
 * Type that the cells of a column may have, and how many of them do.
 *
 * @param cells that were tried; a type is not tried further when more than a few cells do not have it
 * @param misses cells that do not have it
 * @param first the first of them, in quotes
 * @param line of that cell; 0 if it is unknown
 */
public record Candidate(FieldSpec field, long cells, long misses, String first, long line) {

    /** Returns text such as {@code 30 of 31 cells; not "word" in line 6}. */
    public String evidence() {
        return misses == 0
                ? "all %,d cells".formatted(cells)
                : "%,d of the first %,d cells; not %s".formatted(cells - misses, cells, example());
    }

    /** Returns the first cell that does not have the type, with its line. */
    String example() {
        return first + (line == 0 ? "" : misses == 1 ? " in line " + line : ", line " + line + " is the first");
    }
}
