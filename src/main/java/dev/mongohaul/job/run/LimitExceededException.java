package dev.mongohaul.job.run;

import dev.mongohaul.text.Printable;

/**
 * Exception for an import that breaks a limit of its job. Another run can complete it if the limit is changed, without
 * another load.
 */
public class LimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final String NEXT = ". Next: ";

    public LimitExceededException(String message) {
        super(Printable.of(message));
    }

    /** Returns the exception whose message ends with the next step. */
    public static LimitExceededException withNext(String reason, String next) {
        return new LimitExceededException(reason + NEXT + next);
    }

    /** Returns the reason of a run without the next step. */
    public static String withoutNext(String reason) {
        int next = reason.lastIndexOf(NEXT);
        return next < 0 ? reason : reason.substring(0, next);
    }

    /** Returns the next step in the reason of a run; empty if it has none. */
    public static String next(String reason) {
        int next = reason.lastIndexOf(NEXT);
        return next < 0 ? "" : reason.substring(next + NEXT.length());
    }
}
