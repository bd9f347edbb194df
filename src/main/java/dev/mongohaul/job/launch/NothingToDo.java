package dev.mongohaul.job.launch;

import dev.mongohaul.repository.run.ImportEnding;
import dev.mongohaul.repository.run.Run;

/** Messages of launches that had nothing to do. */
public final class NothingToDo {

    private NothingToDo() {}

    /** Returns the message for an input without records, if the job allows that. */
    public static String noRecord(String job) {
        return job + ": nothing to import, which the job allows (empty: ok)";
    }

    /** Returns the message for content that the given run loaded. */
    public static String loadedBefore(String job, Run run) {
        return "%s: nothing to do, this content was loaded by run %d%s."
                .formatted(job, run.id(), run.ending() == ImportEnding.COMPLETED_WITH_REJECTS ? ", with rejects" : "");
    }
}
