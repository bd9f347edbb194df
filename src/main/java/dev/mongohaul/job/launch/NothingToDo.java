package dev.mongohaul.job.launch;

import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.Run;

/** What is told where an import that was asked for has nothing to do. */
public final class NothingToDo {

    private NothingToDo() {}

    /** There is no record, and the job allows that. */
    public static String noRecord(String job) {
        return job + ": nothing to import, which the job allows (empty: ok)";
    }

    /**
     * The content is loaded.
     *
     * @param run the one that loaded it
     */
    public static String loadedBefore(String job, Run run) {
        return "%s: nothing to do, this content was loaded by run %d%s."
                .formatted(job, run.id(), run.ending() == ImportEnding.COMPLETED_WITH_REJECTS ? ", with rejects" : "");
    }
}
