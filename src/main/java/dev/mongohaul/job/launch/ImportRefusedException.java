package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.text.Printable;
import java.util.List;
import java.util.Optional;

/**
 * Exception for a launch that an earlier import is in the way of. The message names the choices. Nothing was read or
 * written.
 */
final class ImportRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private ImportRefusedException(String message) {
        super(Printable.of(message));
    }

    /**
     * @param wanted identity of the new import
     * @param job of the new import
     * @param lastRun of the earlier import
     * @param now where the files of the earlier import lie
     */
    static ImportRefusedException of(
            ImportDecision.Refuse refuse, ImportIdentity wanted, ImportJob job, Optional<Run> lastRun, FilesNow now) {
        EarlierImport earlier = new EarlierImport(refuse.earlier(), lastRun);
        return new ImportRefusedException(
                switch (refuse.obstacle()) {
                    case UNDO -> earlier.undo();
                    case OTHER_CONTENT -> earlier.withOtherContent(job.plannedInputs(), now);
                    case OTHER_TARGET -> earlier.withOtherTarget(wanted);
                    case OTHER_MEANING -> earlier.withOtherMeaning(job);
                    case LOADED -> earlier.loaded(job, wanted);
                });
    }

    /**
     * Refuses a file that was imported before with other content.
     *
     * @param by import that loaded it, as messages name it
     */
    static ImportRefusedException changed(ImportJob job, KnownFile known, String by) {
        return new ImportRefusedException(
                "%s: %s was imported before with other content, by %s. To import it again, write source.changed: import into the job, or use --again with files=%s"
                        .formatted(job.name(), known.id().path(), by, known.id().path()));
    }

    /** Refuses a file that was loaded by an import that is not stored any more. */
    static ImportRefusedException loaded(KnownFile known) {
        return new ImportRefusedException(EarlierImport.loaded(
                known.id().path(),
                known.id().target(),
                "import %d of %s, whose runs are not stored any more"
                        .formatted(known.importNumber(), known.id().job()),
                1));
    }

    /** @param lastRun of the import that loaded the first file */
    static ImportRefusedException of(ImportDecision.RefuseFiles refuse, Optional<Run> lastRun) {
        return new ImportRefusedException(new EarlierImport(refuse.earlier(), lastRun)
                .loaded(List.copyOf(refuse.loaded().keySet())));
    }
}
