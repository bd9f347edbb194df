package dev.mongohaul.job.launch;

import dev.mongohaul.text.Printable;

/** Something that cannot be done with a run as it is; the message says what to do instead. Nothing was changed. */
public final class RunRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RunRefusedException(String message) {
        super(Printable.of(message));
    }

    /** It looks as if it were running, and nobody runs it. */
    public static RunRefusedException dead(long run) {
        return new RunRefusedException(
                "Run %d has no process any more that could be stopped; 'mongohaul restart %d' continues it"
                        .formatted(run, run));
    }
}
