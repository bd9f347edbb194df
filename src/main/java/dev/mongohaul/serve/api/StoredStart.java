package dev.mongohaul.serve.api;

import java.time.Instant;
import org.bson.codecs.pojo.annotations.BsonId;
import org.jspecify.annotations.Nullable;

/**
 * Stored start of an import.
 *
 * @param id digest of its key, or random
 * @param body digest of the request, which another one with the same key must equal
 * @param token random, of the process that has it
 * @param state word of a {@link StartState}
 * @param importNumber null while the import has none
 * @param message why there is no import; null if there is one
 * @param at when it was asked for
 * @param orphaned whether its process has ended without a word; not stored
 */
public record StoredStart(
        @BsonId String id,
        String job,
        String body,
        String token,
        StartState state,
        @Nullable Long importNumber,
        @Nullable String message,
        Instant at,
        @Nullable Boolean orphaned) {}
