package dev.mongohaul.reject;

import dev.mongohaul.text.Counted;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Limit of the rejects of an import, counted over all its runs and partitions. One more reject than the limit makes the
 * import fail.
 */
public sealed interface RejectLimit {

    /** Pattern of the texts that {@link #parse} accepts. */
    String PATTERN = "[0-9]{1,18}|[0-9]{1,3}(\\.[0-9]{1,6})?%|unlimited";

    /**
     * Returns the limit of a text.
     *
     * @throws IllegalArgumentException for anything but a count, a percentage above 0 and at most 100, or {@code
     *     unlimited}
     */
    static RejectLimit parse(String text) {
        if (!Pattern.matches(PATTERN, text)) {
            throw new IllegalArgumentException("not a limit: " + text);
        }
        if (text.equals("unlimited")) {
            return new Unlimited();
        }
        if (!text.endsWith("%")) {
            return new Count(Long.parseLong(text));
        }
        BigDecimal percent = new BigDecimal(text.substring(0, text.length() - 1));
        if (percent.signum() == 0) {
            throw new IllegalArgumentException("no reject at all is a count, 0, and not " + text);
        }
        return new Percentage(percent);
    }

    /**
     * Returns whether the import has to fail.
     *
     * @param atEnd whether all records were read, so that the percentage is final
     */
    boolean exceededBy(long rejects, long read, boolean atEnd);

    /** Returns the limit as a job file writes it. */
    @Override
    String toString();

    /** Returns the message that the limit is exceeded, with numbers and the next step. */
    default String exceededMessage(long rejects, long read) {
        return String.format(
                Locale.ROOT,
                "Reject limit exceeded: %s among %s read (%.2f %%), and rejects.limit is %s. "
                        + "Correct the records and import again, or raise the limit.",
                Counted.of(rejects, "reject"),
                Counted.of(read, "record"),
                read == 0 ? 0 : 100.0 * rejects / read,
                this);
    }
    /** Number of records. */
    record Count(long records) implements RejectLimit {

        public Count {
            if (records < 0) {
                throw new IllegalArgumentException("rejects.limit " + records + ": a count is 0 or more");
            }
        }

        @Override
        public boolean exceededBy(long rejects, long read, boolean atEnd) {
            return rejects > records;
        }

        @Override
        public String toString() {
            return Long.toString(records);
        }
    }

    /**
     * Percentage of the records read, checked from {@value #JUDGED_FROM} records on and at the end.
     *
     * @param percent 0 to 100, kept without trailing zeros
     */
    record Percentage(BigDecimal percent) implements RejectLimit {

        /** With fewer records a percentage is not significant. */
        static final long JUDGED_FROM = 10_000;

        private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

        public Percentage {
            if (percent.signum() < 0 || percent.compareTo(HUNDRED) > 0) {
                throw new IllegalArgumentException(
                        "rejects.limit " + percent.toPlainString() + "%: a percentage is from 0% to 100%");
            }
            percent = percent.stripTrailingZeros();
        }

        @Override
        public boolean exceededBy(long rejects, long read, boolean atEnd) {
            if (!atEnd && read < JUDGED_FROM) {
                return false;
            }
            BigDecimal allowed = percent.multiply(BigDecimal.valueOf(read));
            return BigDecimal.valueOf(rejects).multiply(HUNDRED).compareTo(allowed) > 0;
        }

        @Override
        public String toString() {
            return percent.toPlainString() + "%";
        }
    }

    /** No limit. */
    record Unlimited() implements RejectLimit {

        @Override
        public boolean exceededBy(long rejects, long read, boolean atEnd) {
            return false;
        }

        @Override
        public String toString() {
            return "unlimited";
        }
    }
}
