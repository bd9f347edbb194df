package dev.mongohaul.repository.worker;

import java.time.Instant;
import org.bson.codecs.pojo.annotations.BsonId;
import org.jspecify.annotations.Nullable;

/**
 * Worker process.
 *
 * @param id random
 * @param threads number of partitions that it imports at the same time
 * @param since when it began, in its own time
 * @param seen when it was last seen, in the server's time; null before it is stored
 * @param partitions number of partitions that it imports now
 * @param unfit why it cannot work on an import that invited it; null if it can
 */
public record StoredWorker(
        @BsonId String id,
        String host,
        long pid,
        String version,
        int threads,
        Instant since,
        @Nullable Instant seen,
        int partitions,
        @Nullable String unfit) {}
