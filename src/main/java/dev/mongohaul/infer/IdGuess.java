package dev.mongohaul.infer;

import java.util.List;

/**
 * The columns that could make {@code _id}, in the words of a job file.
 *
 * @param columns empty: ids are generated
 * @param note why these, and which others
 */
public record IdGuess(List<String> columns, String note) {

    public IdGuess {
        columns = List.copyOf(columns);
    }
}
