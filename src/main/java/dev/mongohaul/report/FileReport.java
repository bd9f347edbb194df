package dev.mongohaul.report;

import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a file of a job, in the shape of its JSON.
 *
 * @param path absolute
 * @param target namespace of the collection
 * @param bytes its size
 * @param modified when it was last changed
 * @param outcome completed, failed or forgotten
 * @param reason why it was not imported, or not moved or deleted; null if it was
 * @param importNumber number of its import; null if there is none
 * @param at when the outcome was stored
 * @param went where it went after its import: a path, or {@code deleted}; null if it stays
 * @param waits whether it has to be moved or deleted yet
 */
public record FileReport(
        String path,
        String target,
        long bytes,
        Instant modified,
        String outcome,
        @Nullable String reason,
        @Nullable Long importNumber,
        Instant at,
        @Nullable String went,
        boolean waits) {

    private static final String DELETED = "deleted";

    public static FileReport of(KnownFile file) {
        String goes = file.goes();
        return new FileReport(
                file.id().path(),
                file.id().target(),
                file.size(),
                file.modified(),
                Words.word(file.state()),
                file.reason(),
                file.importNumber() == 0 ? null : (Long) file.importNumber(),
                file.at(),
                goes == null || !goes.isEmpty() ? goes : DELETED,
                file.waits());
    }

    /**
     * Returns what became of it after its import, in words; null if it stays, as it should.
     *
     * @param shown writes a path
     */
    public @Nullable String fate(UnaryOperator<String> shown) {
        String why = outcome.equals(Words.word(FileState.COMPLETED)) ? reason : null;
        if (went == null) {
            return why;
        }
        String end = went.equals(DELETED) ? DELETED : "moved to " + shown.apply(went);
        return waits ? "not yet " + end + (why == null ? "" : ": " + why) : end;
    }
}
