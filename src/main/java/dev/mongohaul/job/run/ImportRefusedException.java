package dev.mongohaul.job.run;

import dev.mongohaul.repository.ImportPlan;

/** An unfinished import is in the way of a new one. Nothing was read or written. */
public final class ImportRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ImportPlan unfinished;
    private final boolean otherMeaning;

    private ImportRefusedException(ImportPlan unfinished, boolean otherMeaning) {
        super("An earlier import of %s is unfinished"
                .formatted(unfinished.identity().job()));
        this.unfinished = unfinished;
        this.otherMeaning = otherMeaning;
    }

    static ImportRefusedException of(ImportDecision.Refuse refuse) {
        return new ImportRefusedException(refuse.unfinished(), refuse.otherMeaning());
    }

    public ImportPlan unfinished() {
        return unfinished;
    }

    /** Whether it is the same content under another meaning; else it is another content. */
    public boolean otherMeaning() {
        return otherMeaning;
    }
}
