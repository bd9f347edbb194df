package dev.mongohaul.infer;

import java.util.List;

/**
 * Columns proposed for {@code _id}.
 *
 * @param columns empty: ids are generated
 * @param note why these, and which others
 */
record IdGuess(List<String> columns, String note) {}
