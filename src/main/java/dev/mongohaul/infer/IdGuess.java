package dev.mongohaul.infer;

import java.util.List;

/**
 * Columns proposed for {@code _id}.
 *
 * @param columns empty: ids are generated
 * @param note why these, and which others
 */
record IdGuess(List<String> columns, String note) {

    /** Returns the columns that the job has as its id; none if they are only mentioned. A column {@code _id} is meant to be it. */
    List<String> used(Hints hints) {
        boolean proposed = hints.proposesId() || columns.equals(List.of("_id"));
        return hints.id() != null || (proposed && !hints.matches()) ? columns : List.of();
    }
}
