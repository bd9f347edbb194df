package dev.mongohaul.job.run;

import dev.mongohaul.repository.Run;
import java.util.Optional;

/** An unfinished import is in the way of a new one; the message names the choices. Nothing was read or written. */
public final class ImportRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private ImportRefusedException(String message) {
        super(message);
    }

    /** @param lastRun of the unfinished import */
    static ImportRefusedException of(ImportDecision.Refuse refuse, Optional<Run> lastRun) {
        UnfinishedImport unfinished = new UnfinishedImport(refuse.unfinished(), lastRun);
        return new ImportRefusedException(
                refuse.otherMeaning() ? unfinished.withOtherMeaning() : unfinished.withOtherContent());
    }
}
