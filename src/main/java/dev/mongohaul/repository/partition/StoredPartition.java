package dev.mongohaul.repository.partition;

import dev.mongohaul.repository.lease.PartitionId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.bson.codecs.pojo.annotations.BsonId;
import org.jspecify.annotations.Nullable;

/**
 * Partition as a document.
 *
 * @param index position among the partitions of the run
 * @param token of its owner; null if it has none
 * @param invitation id of the message by which the owner claimed it; null without workers
 * @param worker name of its last owner; null without workers
 * @param expiresAt end of the owner's claim, in the server's time; null without workers
 * @param attempts claims since the last progress; null without workers
 * @param failure why the last owner gave it back; null if none did
 * @param fatal true if the last owner found that the import cannot succeed; else null
 * @param closed true if it was taken from its owner by a later run; else null
 * @param step number of the step that works on it; null before the first claim, and without workers
 * @param touched when the progress was last saved, in the time of the machine that saved it; null if it never was
 * @param sessions server sessions of its owners in this run
 * @param takeovers the last takeovers; null before the first claim, and without workers
 */
public record StoredPartition(
        @BsonId PartitionId id,
        int index,
        ImportPartition progress,
        @Nullable String token,
        @Nullable String invitation,
        @Nullable String worker,
        @Nullable Instant expiresAt,
        @Nullable Integer attempts,
        @Nullable String failure,
        @Nullable Boolean fatal,
        @Nullable Boolean closed,
        @Nullable Long step,
        @Nullable Instant touched,
        List<UUID> sessions,
        @Nullable List<Takeover> takeovers) {

    public static StoredPartition of(
            String plan, long run, int index, ImportPartition progress, @Nullable String token) {
        return new StoredPartition(
                new PartitionId(plan, run, progress.from()),
                index,
                progress,
                token,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                null);
    }
}
