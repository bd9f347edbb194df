package dev.mongohaul.job.setting;

import dev.mongohaul.reject.RejectLimit;

/** Number of rejects that is not notified. */
public record NotifyShare(RejectLimit limit) {

    static final String NEVER = "never";

    private static final String UNLIMITED = "unlimited";

    /**
     * Reads a share.
     *
     * @throws IllegalArgumentException for anything but a count, a percentage or {@code never}
     */
    public static NotifyShare parse(String text) {
        if (text.equals(UNLIMITED)) {
            throw new IllegalArgumentException("not a share: " + text);
        }
        return new NotifyShare(RejectLimit.parse(text.equals(NEVER) ? UNLIMITED : text));
    }

    @Override
    public String toString() {
        return limit.equals(RejectLimit.UNLIMITED) ? NEVER : limit.toString();
    }
}
