package dev.mongohaul.repository;

/** The lease of an import is not this process's any more, or soon will not be: it must not write. */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private LeaseLostException(String message) {
        super(message);
    }

    static LeaseLostException takenOver() {
        return new LeaseLostException(
                "The import was taken over by another process; this one stopped without writing any more");
    }

    static LeaseLostException notRenewed() {
        return new LeaseLostException("The import's lease could not be renewed in time, so that another process may"
                + " begin; this one stopped without writing any more. The same command continues");
    }
}
