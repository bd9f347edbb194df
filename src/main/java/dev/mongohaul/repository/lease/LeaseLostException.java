package dev.mongohaul.repository.lease;

/** Exception for a lease that this process has lost, or soon will lose. It must not write any longer. */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public static final String TAKEN_OVER =
            "The import was taken over by another process; this one stopped without writing any more";

    static final String NOT_RENEWED =
            "The import's lease could not be renewed in time: MongoDB was away, or this process was asleep. It stopped without"
                    + " writing any more, because another process may begin. Run the same command to continue";

    private final boolean takenOver;

    public LeaseLostException(String message) {
        super(message);
        this.takenOver = message.equals(TAKEN_OVER);
    }

    /** Returns whether another process has the lease; if not, MongoDB was away for too long. */
    public boolean isTakenOver() {
        return takenOver;
    }
}
