package dev.mongohaul.reject;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How many records an import may give up before it fails. Counted over all its tries and partitions; exceeded by one
 * more than it names.
 */
public sealed interface RejectLimit {

    /** What the texts look like that {@link #parse} takes. */
    String PATTERN = "[0-9]{1,18}|[0-9]{1,3}(\\.[0-9]{1,6})?%|unlimited";

    /**
     * The limit that a text means.
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
     * Whether the import has to fail.
     *
     * @param atEnd whether all records were read, so that no later one can make up for the rejects
     */
    boolean exceededBy(long rejects, long read, boolean atEnd);

    /** The limit as a job file writes it. */
    @Override
    String toString();

    /** Says with numbers that the limit is exceeded, and what to do. */
    default String exceededMessage(long rejects, long read) {
        return String.format(
                Locale.ROOT,
                "Reject limit exceeded: %s among %s read (%.2f %%), and rejects.limit is %s. "
                        + "Mend the records and import again, or raise the limit.",
                counted(rejects, "reject"),
                counted(read, "record"),
                read == 0 ? 0 : 100.0 * rejects / read,
                this);
    }

    private static String counted(long number, String noun) {
        return String.format(Locale.ROOT, number == 1 ? "%,d %s" : "%,d %ss", number, noun);
    }

    /** At most so many records. */
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
     * At most such a part of the records read, judged from {@value #JUDGED_FROM} records on and at the end.
     *
     * @param percent 0 to 100, kept without trailing zeros
     */
    record Percentage(BigDecimal percent) implements RejectLimit {

        /** Records below which a percentage says little: the second of two records may be the only bad one of a file. */
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

    /** Any number of records. */
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
