package dev.mongohaul.job.run;

import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.PlannedInput;
import dev.mongohaul.repository.Run;
import java.util.Optional;
import java.util.stream.Collectors;

/** An unfinished import is in the way of a new one; the message names the choices. Nothing was read or written. */
public final class ImportRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ImportPlan unfinished;
    private final boolean otherMeaning;

    private ImportRefusedException(String message, ImportDecision.Refuse refuse) {
        super(message);
        this.unfinished = refuse.unfinished();
        this.otherMeaning = refuse.otherMeaning();
    }

    static ImportRefusedException of(ImportDecision.Refuse refuse, Optional<Run> lastRun) {
        String number = lastRun.map(run -> Long.toString(run.id())).orElse("<run>");
        return new ImportRefusedException(
                refuse.otherMeaning()
                        ? otherMeaning(refuse.unfinished(), number)
                        : otherContent(refuse.unfinished(), number),
                refuse);
    }

    private static String otherMeaning(ImportPlan plan, String run) {
        return ("%s: this content is half loaded by run %s, with settings that make other documents (dialect, fields, id,"
                        + " match, blanks, nulls). Put the settings back and give the same command to go on,"
                        + " 'mongohaul abandon %s' to give that import up, or --again to load the content anew")
                .formatted(plan.identity().job(), run, run);
    }

    private static String otherContent(ImportPlan plan, String run) {
        String files = plan.inputs().stream().map(PlannedInput::path).collect(Collectors.joining(", "));
        return ("%s: the import of %s (run %s) is unfinished. 'mongohaul restart %s' goes on with it,"
                        + " 'mongohaul abandon %s' gives it up; 'unfinished: abandon' in the job always does")
                .formatted(plan.identity().job(), files, run, run, run);
    }

    public ImportPlan unfinished() {
        return unfinished;
    }

    /** Whether it is the same content under another meaning; else it is another content. */
    public boolean otherMeaning() {
        return otherMeaning;
    }
}
