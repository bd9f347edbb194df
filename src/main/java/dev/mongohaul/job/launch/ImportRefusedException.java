package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.Run;
import dev.mongohaul.text.Printable;
import java.util.Optional;

/** An earlier import is in the way of a new one; the message names the choices. Nothing was read or written. */
public final class ImportRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private ImportRefusedException(String message) {
        super(Printable.of(message));
    }

    /**
     * @param wanted the new import
     * @param job that asks for it
     * @param lastRun of the earlier import
     */
    static ImportRefusedException of(
            ImportDecision.Refuse refuse, ImportIdentity wanted, ImportJob job, Optional<Run> lastRun) {
        EarlierImport earlier = new EarlierImport(refuse.earlier(), lastRun);
        return new ImportRefusedException(
                switch (refuse.obstacle()) {
                    case OTHER_CONTENT -> earlier.withOtherContent(job.plannedInputs());
                    case OTHER_TARGET -> earlier.withOtherTarget(wanted);
                    case OTHER_MEANING -> earlier.withOtherMeaning(job);
                    case LOADED -> earlier.loaded(job, wanted);
                });
    }
}
