package dev.mongohaul.job.file;

import dev.mongohaul.reject.RejectLimit;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Optional notifications of a scheduled job. Failed, stopped and missed runs are always notified. */
public record Notify(Share rejects, Factor slower) {

    private static final String REJECTS = "1%";
    private static final String TIMES = "3";
    private static final String NEVER = "never";

    /** Settings of a job file without {@code notify}. */
    public static final Notify USUAL = new Notify(Share.parse(REJECTS), Factor.parse(TIMES));

    /** Number of rejects that is not notified. */
    public record Share(RejectLimit limit) {

        /** What the texts look like that {@link #parse} takes. */
        public static final String PATTERN = RejectLimit.PATTERN.replace("unlimited", NEVER);

        /**
         * The share that a text means.
         *
         * @throws IllegalArgumentException for anything but a count, a percentage or {@code never}
         */
        public static Share parse(String text) {
            if (!text.matches(PATTERN)) {
                throw new IllegalArgumentException("not a share: " + text);
            }
            return new Share(RejectLimit.parse(text.equals(NEVER) ? "unlimited" : text));
        }

        @Override
        public String toString() {
            return limit instanceof RejectLimit.Unlimited ? NEVER : limit.toString();
        }
    }

    /**
     * How many times as long as usual an import may take.
     *
     * @param times null: as long as it likes
     */
    public record Factor(@Nullable BigDecimal times) {

        /** What the texts look like that {@link #parse} takes. */
        public static final String PATTERN = "[0-9]{1,9}(\\.[0-9]{1,6})?|" + NEVER;

        /**
         * The factor that a text means.
         *
         * @throws IllegalArgumentException for anything but a number of at least 1 or {@code never}
         */
        public static Factor parse(String text) {
            if (!text.matches(PATTERN)) {
                throw new IllegalArgumentException("not a factor: " + text);
            }
            if (text.equals(NEVER)) {
                return new Factor(null);
            }
            BigDecimal times = new BigDecimal(text);
            if (times.compareTo(BigDecimal.ONE) < 0) {
                throw new IllegalArgumentException("less than usual: " + text);
            }
            return new Factor(times);
        }

        @Override
        public String toString() {
            return times == null ? NEVER : times.toPlainString();
        }
    }
}
