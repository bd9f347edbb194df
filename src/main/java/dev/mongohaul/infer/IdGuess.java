package dev.mongohaul.infer;

import java.util.List;

/**
 * Columns proposed for {@code _id}.
 *
 * @param columns empty: ids are generated
 * @param note why these, and which others
 */
record IdGuess(List<String> columns, String note) {

    /** Returns the columns that the job has as its id; none if they are only mentioned. */
    List<String> used(Hints hints) {
        return hints.id() != null || hints.proposesId() ? columns : List.of();
    }
}
