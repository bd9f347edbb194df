package dev.mongohaul.reject;

import dev.mongohaul.text.Counted;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Limit of the rejects of an import, counted over all its runs and partitions. One more reject than the limit makes the
 * import fail.
 *
 * @param records largest number of rejects, where there is no percentage
 * @param percent of the records read, 0 to 100, without trailing zeros; checked from {@value #JUDGED_FROM} records on and
 *     at the end; null if the limit is a number
 */
public record RejectLimit(long records, @Nullable BigDecimal percent) {

    /** Pattern of the texts that {@link #parse} accepts. */
    public static final String PATTERN = "[0-9]{1,18}|[0-9]{1,3}(\\.[0-9]{1,6})?%|unlimited";

    public static final RejectLimit UNLIMITED = new RejectLimit(Long.MAX_VALUE, null);

    /** With fewer records a percentage is not significant. */
    static final long JUDGED_FROM = 10_000;

    /** A smaller percentage would be shown as zero. */
    private static final double LEAST_SHOWN = 0.005;

    static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    public RejectLimit {
        if (percent != null) {
            if (percent.signum() < 0 || percent.compareTo(HUNDRED) > 0) {
                throw new IllegalArgumentException(
                        "rejects.limit " + percent.toPlainString() + "%: a percentage is from 0% to 100%");
            }
            percent = percent.stripTrailingZeros();
        }
    }

    /**
     * Returns the limit of a text.
     *
     * @throws IllegalArgumentException for anything but a count, a percentage above 0 and at most 100, or {@code
     *     unlimited}
     */
    public static RejectLimit parse(String text) {
        if (!Pattern.matches(PATTERN, text)) {
            throw new IllegalArgumentException("not a limit: " + text);
        }
        if (text.equals("unlimited")) {
            return UNLIMITED;
        }
        if (!text.endsWith("%")) {
            return new RejectLimit(Long.parseLong(text), null);
        }
        BigDecimal percent = new BigDecimal(text.substring(0, text.length() - 1));
        if (percent.signum() == 0) {
            throw new IllegalArgumentException("no reject at all is a count, 0, and not " + text);
        }
        return new RejectLimit(0, percent);
    }

    /**
     * Returns whether the import has to fail.
     *
     * @param atEnd whether all records were read, so that the percentage is final
     */
    public boolean exceededBy(long rejects, long read, boolean atEnd) {
        if (percent == null) {
            return rejects > records;
        }
        BigDecimal allowed = percent.multiply(BigDecimal.valueOf(read));
        return judgesPercent(read, atEnd)
                && BigDecimal.valueOf(rejects).multiply(HUNDRED).compareTo(allowed) > 0;
    }

    static boolean judgesPercent(long read, boolean atEnd) {
        return atEnd || read >= JUDGED_FROM;
    }

    /** Returns the message that the limit is exceeded, with the rejects so far. */
    public String exceededMessage(long rejects, long read) {
        double share = read == 0 ? 0 : 100.0 * rejects / read;
        return String.format(
                Locale.ROOT,
                "The reject limit %s is exceeded: %,d of %s%s %s rejected",
                this,
                rejects,
                Counted.of(read, "record"),
                share < LEAST_SHOWN ? "" : String.format(Locale.ROOT, " (%.2f %%)", share),
                rejects == 1 ? "is" : "are");
    }

    /** Returns the limit as a job file writes it. */
    @Override
    public String toString() {
        if (percent != null) {
            return percent.toPlainString() + "%";
        }
        return equals(UNLIMITED) ? "unlimited" : Long.toString(records);
    }
}
