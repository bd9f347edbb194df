package dev.mongohaul.job.setting;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * Numbers of documents that are sent at once.
 *
 * @param chunkSize records; null for the default, which depends on the operation
 * @param buffer documents; other writers than {@code reactive-buffered} do not look at it
 */
record Chunks(@Nullable Integer chunkSize, DataSize chunkBytes, int buffer) {

    Chunks withDefault(int usual) {
        return chunkSize == null ? new Chunks(usual, chunkBytes, buffer) : this;
    }
}
