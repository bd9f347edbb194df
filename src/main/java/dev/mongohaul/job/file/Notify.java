package dev.mongohaul.job.file;

import dev.mongohaul.reject.RejectLimit;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Optional notifications of a scheduled job. Failed, stopped and missed runs are always notified. */
public record Notify(Share rejects, Factor slower) {

    private static final String NEVER = "never";

    /** Settings of a job file without {@code notify}. */
    public static final Notify USUAL = new Notify(Share.parse("1%"), Factor.parse("3"));

    /** Number of rejects that is not notified. */
    public record Share(RejectLimit limit) {

        private static final String UNLIMITED = "unlimited";

        /** @throws IllegalArgumentException for anything but a count, a percentage or {@code never} */
        static Share parse(String text) {
            if (text.equals(UNLIMITED)) {
                throw new IllegalArgumentException("not a share: " + text);
            }
            return new Share(RejectLimit.parse(text.equals(NEVER) ? UNLIMITED : text));
        }

        @Override
        public String toString() {
            return limit.equals(RejectLimit.UNLIMITED) ? NEVER : limit.toString();
        }
    }

    /**
     * Multiple of the usual duration of an import that is not notified.
     *
     * @param times null for any
     */
    public record Factor(@Nullable BigDecimal times) {

        /** @throws IllegalArgumentException for anything but a number of at least 1 or {@code never} */
        static Factor parse(String text) {
            if (text.equals(NEVER)) {
                return new Factor(null);
            }
            if (!text.matches("(?=0*[1-9])[0-9]{1,9}(\\.[0-9]{1,6})?")) {
                throw new IllegalArgumentException("not a factor: " + text);
            }
            return new Factor(new BigDecimal(text));
        }

        @Override
        public String toString() {
            return times == null ? NEVER : times.toPlainString();
        }
    }
}
