package dev.mongohaul.job.run;

import dev.mongohaul.csv.printable.Printable;
import dev.mongohaul.repository.PlannedInput;
import dev.mongohaul.repository.Run;
import java.util.List;
import java.util.Optional;

/** An unfinished import is in the way of a new one; the message names the choices. Nothing was read or written. */
public final class ImportRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private ImportRefusedException(String message) {
        super(Printable.of(message));
    }

    /**
     * @param found the inputs of the new import
     * @param lastRun of the unfinished import
     */
    static ImportRefusedException of(ImportDecision.Refuse refuse, List<PlannedInput> found, Optional<Run> lastRun) {
        UnfinishedImport unfinished = new UnfinishedImport(refuse.unfinished(), lastRun);
        return new ImportRefusedException(
                refuse.otherMeaning() ? unfinished.withOtherMeaning() : unfinished.withOtherContent(found));
    }
}
