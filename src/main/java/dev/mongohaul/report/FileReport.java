package dev.mongohaul.report;

import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.schedule.SlotState;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a file of a job, in the shape of its JSON.
 *
 * @param path absolute
 * @param target namespace of the collection
 * @param bytes its size
 * @param modified when it was last changed
 * @param outcome completed or forgotten; of a file that was not imported, the status of the last run of its import, or
 *     refused if it has no import
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

    /**
     * Returns the report of a file.
     *
     * @param statuses of the last runs of imports that are not completed, by number
     */
    public static FileReport of(KnownFile file, Map<Long, RunStatus> statuses) {
        String goes = file.goes();
        return new FileReport(
                file.id().path(),
                file.id().target(),
                file.size(),
                file.modified(),
                outcome(file, statuses.get(file.importNumber())),
                file.reason(),
                file.importNumber() == 0 ? null : (Long) file.importNumber(),
                file.at(),
                goes == null || !goes.isEmpty() ? goes : DELETED,
                file.waits());
    }

    private static String outcome(KnownFile file, @Nullable RunStatus status) {
        if (file.state() != FileState.FAILED) {
            return Words.word(file.state());
        }
        if (file.importNumber() == 0) {
            return SlotState.REFUSED.word();
        }
        return (status == null || !status.continues() ? RunStatus.FAILED : status).word();
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
