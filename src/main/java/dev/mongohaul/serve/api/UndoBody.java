package dev.mongohaul.serve.api;

import org.jspecify.annotations.Nullable;

/**
 * Body of a request that takes back an import.
 *
 * @param force as the option of the {@code undo} command
 */
record UndoBody(@Nullable Boolean force) {

    static final UndoBody EMPTY = new UndoBody(null);

    boolean isForced() {
        return Boolean.TRUE.equals(force);
    }
}
