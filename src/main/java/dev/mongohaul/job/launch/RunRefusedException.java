package dev.mongohaul.job.launch;

import dev.mongohaul.text.Printable;

/**
 * Exception for a request that does not fit the state of the run. The message has the next step. Nothing was
 * changed.
 */
public final class RunRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RunRefusedException(String message) {
        super(Printable.of(message));
    }

    /** Returns the exception for a run that is stored as running, but has no process. */
    public static RunRefusedException dead(long run) {
        return new RunRefusedException(
                "Run %d has no process that could be stopped; 'mongohaul restart %d' continues it".formatted(run, run));
    }
}
